import { paths } from '@gatehouse/contract/routes'
import { authorizeLinking } from '../connections/authorizeLinking.ts'
import { linkAccount } from '../connections/linkAccount.ts'
import { handler } from '../handler.ts'
import { callPartner } from './callPartner.ts'
import { partnerServiceOf } from './partnerServiceOf.ts'

/**
 * Answers the partner's page that links a Steam account there. Its return through the browser proves
 * nothing, so `steam/relic/callback` asks the partner itself.
 */
export const partnerSteamLinkUrl = handler('partnerSteamLinkUrl', async (context) => {
  const { input, deployment, refuse } = context
  const method = await authorizeLinking(context, 'steam')
  if (method !== 'partner-service') throw refuse('ERROR_NOT_ALLOWED')
  const known = await partnerServiceOf(context, input.path.partner)
  if (!known) throw refuse('ERROR_NOT_ALLOWED')
  const returnUrl = `${deployment.origin}${paths.relicCallback}`
  return callPartner(
    context,
    () => known.service.steamLinkUrl(known.subject, returnUrl),
    () => refuse('Error on get auth relic steam.'),
  )
})

/** The Steam account that the partner has linked to the caller; `IdSteam` null without one. */
export const partnerLinkedAccounts = handler('partnerLinkedAccounts', async (context) => {
  const { input, refuse } = context
  const known = await partnerServiceOf(context, input.path.partner)
  if (!known) throw refuse('ERROR_NOT_ALLOWED')
  const steam = await callPartner(
    context,
    () => known.service.linkedSteam(known.subject),
    () => refuse('Error on get linked relic.'),
  )
  return { IdSteam: steam?.id ?? null }
})

/**
 * Links the Steam account that the caller has just linked at the partner. An id from the browser
 * proves nothing, so the partner is asked, and an id that differs from its answer is refused.
 */
export const steamRelicCallback = handler('steamRelicCallback', async (context) => {
  const { input, refuse, report } = context
  const method = await authorizeLinking(context, 'steam')
  if (method !== 'partner-service') throw refuse('ERROR_NOT_ALLOWED')
  const known = await partnerServiceOf(context)
  if (!known) throw refuse('ERROR_NOT_ALLOWED')
  const steam = await callPartner(
    context,
    () => known.service.linkedSteam(known.subject),
    () => refuse('Error on get linked relic.'),
  )
  if (steam === null) throw refuse('Error on get linked relic.')
  if (steam.id !== input.body.IdSteam) {
    report('connection.refused')
    throw refuse('Error on callback relic steam link.')
  }
  await linkAccount(context, 'steam', { accountId: steam.id, name: steam.name, avatar: '' })
  return { AccountId: steam.id }
})
