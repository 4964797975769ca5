import { paths } from '@gatehouse/contract/paths'
import { askPartner } from '../../askPartner.ts'
import { ipBanOf } from '../../database/ipBan.ts'
import { handler } from '../../handler.ts'
import { linkWayOf } from '../../linking/linkWay.ts'
import { partnerServiceOf } from './partnerServiceOf.ts'

/**
 * The page of the partner on which the caller links a Steam account there. What it says on the way
 * back proves nothing: `steam/relic/callback` asks the partner itself.
 */
export const partnerSteamLinkUrl = handler('partnerSteamLinkUrl', async (context) => {
  const { input, deployment, services, visitor, refuse, report } = context
  if (linkWayOf(deployment, 'steam') !== 'partner-service') throw refuse('ERROR_NOT_ALLOWED')
  const { kysely } = services.database
  const ban = await ipBanOf(kysely, deployment.name, visitor.ip, 'steam', services.clock.now())
  if (ban) {
    report('address banned')
    throw refuse(ban === 'general' ? 'ERROR_USER_IP_BANNED' : 'ERROR_USER_IP_BANNED_Steam_LINK')
  }
  const known = await partnerServiceOf(context, input.path.partner)
  if (!known) throw refuse('ERROR_NOT_ALLOWED')
  const returnUrl = `${deployment.origin}${paths.relicCallback}`
  return askPartner(
    context,
    () => known.service.steamLinkUrl(known.subject, returnUrl),
    () => refuse('Error on get auth relic steam.'),
  )
})
