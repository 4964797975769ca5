import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Deployment } from '../tenants/deployments.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { renderPage } from '../site/page.ts'
import type { PageAssets } from '../site/pageAssets.ts'
import { words } from './words.ts'

/**
 * Asks whether the player wants to log out. A site that shows the id token that the player's own
 * session was given there need not ask: its log-out goes on by itself.
 */
export function logoutPage(
  look: PageAssets | null,
  deployment: Deployment,
  ctx: KoaContextWithOIDC,
  form: string,
): void {
  const { client, session, entities } = ctx.oidc
  const hint = entities.IdTokenHint?.payload
  const isOwn =
    hint !== undefined &&
    hint.sub === session?.accountId &&
    client !== undefined &&
    (hint['sid'] === undefined || hint['sid'] === session?.sidFor(client.clientId))
  const said = words.logOut
  const page = renderPage(look, deployment, {
    title: said.title,
    body: ({ actions, button }) => {
      const buttons = `<div ${actions}>${button(said.logOut, { name: 'logout', value: 'yes' })}
${button(said.stay, { look: 'secondary' })}</div>`
      return `<h1>${escapeHtml(said.title)}</h1>
<p>${escapeHtml(said.ask(client?.clientName ?? said.someSite))}</p>
${form.replace('</form>', () => `${buttons}</form>`)}`
    },
    ...(isOwn ? { script: `document.querySelector('[name=logout]').click()` } : {}),
  })
  ctx.set(page.headers)
  ctx.body = page.html
}
