import { callPartner } from './callPartner.ts'
import { handler } from '../../http/handler.ts'
import { linkAccount } from '../connections/linkAccount.ts'
import { authorizeLinking } from '../connections/authorizeLinking.ts'
import { partnerServiceOf } from './partnerServiceOf.ts'

/**
 * Links the Steam account that the caller has just linked at the partner. The partner is asked which
 * one that is: an id out of the browser alone proves nothing and is refused.
 */
export const steamRelicCallback = handler('steamRelicCallback', async (context) => {
  const { input, refuse, report } = context
  const way = await authorizeLinking(context, 'steam')
  if (way !== 'partner-service') throw refuse('ERROR_NOT_ALLOWED')
  const known = await partnerServiceOf(context)
  if (!known) throw refuse('ERROR_NOT_ALLOWED')
  const steam = await callPartner(
    context,
    () => known.service.linkedSteam(known.subject),
    () => refuse('Error on get linked relic.'),
  )
  if (steam === null) throw refuse('Error on get linked relic.')
  if (steam.id !== input.body.IdSteam) {
    report('linking refused')
    throw refuse('Error on callback relic steam link.')
  }
  await linkAccount(context, 'steam', { accountId: steam.id, name: steam.name, avatar: '' })
  return { AccountId: steam.id }
})
