import { callPartner } from './callPartner.ts'
import { handler } from '../../http/handler.ts'
import { partnerServiceOf } from './partnerServiceOf.ts'

/** The Steam account that the partner has linked to the caller; `IdSteam` null without one. */
export const partnerLinkedAccounts = handler('partnerLinkedAccounts', async (context) => {
  const { input, rules, refuse } = context
  if (rules.steamLink !== 'by-partner-service') throw refuse('ERROR_NOT_ALLOWED')
  const known = await partnerServiceOf(context, input.path.partner)
  if (!known) throw refuse('ERROR_NOT_ALLOWED')
  const steam = await callPartner(
    context,
    () => known.service.linkedSteam(known.subject),
    () => refuse('Error on get linked relic.'),
  )
  return { IdSteam: steam?.id ?? null }
})
