import { paths } from '@gatehouse/contract/routes'
import { callPartner } from './callPartner.ts'
import { handler } from '../../http/handler.ts'
import { authorizeLinking } from '../connections/authorizeLinking.ts'
import { partnerServiceOf } from './partnerServiceOf.ts'

/**
 * The page of the partner on which the caller links a Steam account there. What it says on the way
 * back proves nothing: `steam/relic/callback` asks the partner itself.
 */
export const partnerSteamLinkUrl = handler('partnerSteamLinkUrl', async (context) => {
  const { input, deployment, refuse } = context
  const way = await authorizeLinking(context, 'steam')
  if (way !== 'partner-service') throw refuse('ERROR_NOT_ALLOWED')
  const known = await partnerServiceOf(context, input.path.partner)
  if (!known) throw refuse('ERROR_NOT_ALLOWED')
  const returnUrl = `${deployment.origin}${paths.relicCallback}`
  return callPartner(
    context,
    () => known.service.steamLinkUrl(known.subject, returnUrl),
    () => refuse('Error on get auth relic steam.'),
  )
})
