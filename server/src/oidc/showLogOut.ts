import type { KoaContextWithOIDC } from 'oidc-provider'
import type { RenderPage } from '../http/renderPage.ts'
import type { Deployment } from '../tenants/deployments.ts'

/**
 * Asks whether the player wants to log out. A client with the id token of the player's own session
 * need not ask: its log-out continues by itself.
 */
export function showLogOut(
  renderPage: RenderPage,
  deployment: Deployment,
  ctx: KoaContextWithOIDC,
): void {
  const { client, session, entities } = ctx.oidc
  const hint = entities.IdTokenHint?.payload
  const isAutomatic =
    hint !== undefined &&
    hint.sub === session?.accountId &&
    client !== undefined &&
    (hint['sid'] === undefined || hint['sid'] === session?.sidFor(client.clientId))
  const page = renderPage(deployment, 'log-out', {
    clientName: client?.clientName ?? null,
    action: ctx.oidc.urlFor('end_session_confirm'),
    xsrf: String(session?.state?.['secret']),
    isAutomatic,
  })
  ctx.set(page.headers)
  ctx.body = page.html
}
