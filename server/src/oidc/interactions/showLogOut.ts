import type { KoaContextWithOIDC } from 'oidc-provider'
import type { RenderPage } from '../../http/renderPage.ts'
import type { Deployment } from '../../tenants/deployments.ts'

/**
 * Asks whether the player wants to log out. A client with the ID token of this very session need not
 * ask: its log-out continues by itself. The token of another session of the same player may come
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
