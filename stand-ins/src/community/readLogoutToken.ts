import { decodeJwt, jwtVerify } from 'jose'
import { isPortal, type PortalClients } from './portalClient.ts'
import type { Member } from './visits.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Reads a portal's log-out (OpenID Connect Back-Channel Logout 1.0) and returns a test for the
 * members whose sessions end. Throws at a foreign token, at one for another client, and at one
 * older than two minutes. Throws at an id token too, which must not pass for a log-out.
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
