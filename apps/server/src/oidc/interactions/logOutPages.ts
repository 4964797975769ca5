import { loggedOutMark, providerPath } from '@gatehouse/contract/routes'
import type { Session, KoaContextWithOIDC } from 'oidc-provider'
import type { RenderPage } from '../../http/renderPage.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { ProviderContext } from '../provider/oidcServices.ts'
import { frontchannelFrames } from '../../deployments/frontchannel.ts'

/** Where a client sends its visitor to log out. */
export const endSessionPath = `${providerPath}/session/end`

/**
 * Seconds for which the page stays: the frames load, and no player waits for a client that is down.
 */
const timeoutSeconds = 2

/**
 * The addresses of clients without a server that forget a session's visitor (Front-Channel Logout
 * 1.0). After a log-out of the portal, the portal shows them itself.
 */
export function framesOf(deployment: Deployment, { authorizations = {} }: Session): string[] {
  const named = Object.entries(authorizations).flatMap(([clientId, { sid }]) =>
    sid === undefined ? [] : [{ clientId, sid }],
  )
  return frontchannelFrames(deployment, named)
}

/**
 * Puts a page with these addresses in hidden frames before the redirect of a log-out; no other site
 * may be in a frame.
 */
export function showFrames(
  renderPage: RenderPage,
  deployment: Deployment,
  ctx: ProviderContext,
  frames: readonly string[],
): void {
  const next = ctx.response.get('location')
  if (frames.length === 0 || next === '') return
  const page = renderPage({ request: ctx, deployment }, 'logged-out', { frames, next })
  const origins = new Set(frames.map((frame) => new URL(frame).origin))
  ctx.status = 200
  ctx.remove('location')
  ctx.set(page.headers)
  ctx.set(
    'content-security-policy',
    `${page.headers['content-security-policy']}; frame-src ${[...origins].join(' ')}`,
  )
  ctx.set('refresh', `${timeoutSeconds}; url=${next}`)
  ctx.body = page.html
}

/**
 * Asks whether the player wants to log out. A client with the ID token of this very session need
 * not ask: its log-out continues at once. The token of another session of the same player may come
 * from a log or an address.
 */
export function showLogOut(
  renderPage: RenderPage,
  deployment: Deployment,
  ctx: KoaContextWithOIDC,
): void {
  const { client, session, entities } = ctx.oidc
  const hint = entities.IdTokenHint?.payload
  const sid = client === undefined ? undefined : session?.sidFor(client.clientId)
  const isAutomatic = session?.accountId !== undefined && sid !== undefined && hint?.['sid'] === sid
  const page = renderPage({ request: ctx, deployment }, 'log-out', {
    clientName: client?.clientName ?? null,
    action: ctx.oidc.urlFor('end_session_confirm'),
    xsrf: String(session?.state?.['secret']),
    isRefused: refused in ctx.query,
    isAutomatic,
  })
  ctx.set(page.headers)
  ctx.body = page.html
}

/** In the address of a log-out whose request did not hold. */
const refused = 'refused'

/**
 * Where a log-out goes on whose request does not hold, such as by a forged ID token or for an unknown
 * client: nothing of it is used (RP-Initiated Logout 1.0, 4), and the player is asked. Who confirms a
 * question that is over is asked once more.
 */
export function logOutAgain({ origin }: Deployment, { oidc, query }: KoaContextWithOIDC): string {
  if (oidc.route === 'end_session_success') return origin
  const isAsked = oidc.route === 'end_session'
  const page = isAsked ? refusedLogOut({ origin }) : new URL(endSessionPath, origin)
  const { ui_locales: locales } = query
  if (typeof locales === 'string') page.searchParams.set('ui_locales', locales)
  return page.href
}

/** Asks, and says that the request did not hold. */
export function refusedLogOut({ origin }: Pick<Deployment, 'origin'>): URL {
  return new URL(`${endSessionPath}?${refused}=`, origin)
}

/** Home, which says to a visitor that a log-out is done. */
export function loggedOutHome({ origin, rules }: Deployment): string {
  return rules.goesBeyondSpecification ? `${origin}/${loggedOutMark}` : origin
}
