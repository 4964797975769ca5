import { decodeJwt, jwtVerify } from 'jose'
import { isPortal, type PortalClients } from './portalClient.ts'
import type { Member } from './visits.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Reads a log-out that a portal tells us of (OpenID Connect Back-Channel Logout 1.0) and answers whose
 * sessions are over. Throws at a token that is not a portal's own, not for us, older than two minutes,
 * or no log-out: an id token must not pass for one.
 */
export async function readLogoutToken(
  token: string,
  clientId: string,
  portals: PortalClients,
): Promise<(member: Member) => boolean> {
  const { iss = '' } = decodeJwt(token)
  const portal = iss.replace(/\/oidc$/, '')
  if (!isPortal(portal)) throw new Error('No portal of ours.')
  const { issuer, keys } = await portals(portal)
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    typ: 'logout+jwt',
    maxTokenAge: '2m',
    requiredClaims: ['jti', 'iat', 'events'],
  })
  const { sub, sid, events, nonce } = payload
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  if (!isLogout || nonce !== undefined || (!sub && typeof sid !== 'string')) {
    throw new Error('No log-out.')
  }
  return (member) =>
    member.portal === portal && (typeof sid === 'string' ? member.sid === sid : member.sub === sub)
}
