import type { Session, KoaContextWithOIDC } from 'oidc-provider'
import type { RenderPage } from '../../http/renderPage.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { ProviderContext } from '../provider/oidcServices.ts'
import { frontchannelFrames } from '../../tenants/frontchannel.ts'

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
    isAutomatic,
  })
  ctx.set(page.headers)
  ctx.body = page.html
}
