import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Deployment } from '../deployments.ts'
import { escaped } from '../escaped.ts'
import { renderPage } from './page.ts'

/**
 * Asks whether the player wants to log out. A site that shows the id token that the player's own
 * session was given there need not ask: its log-out goes on by itself.
 */
export function logoutPage(deployment: Deployment, ctx: KoaContextWithOIDC, form: string): void {
  const { client, session, entities } = ctx.oidc
  const hint = entities.IdTokenHint?.payload
  const isOwn =
    hint !== undefined &&
    hint.sub === session?.accountId &&
    client !== undefined &&
    (hint['sid'] === undefined || hint['sid'] === session?.sidFor(client.clientId))
  const who = client?.clientName === undefined ? 'A site' : escaped(client.clientName)
  const buttons = `<button class="first" type="submit" name="logout" value="yes">Log out</button>
<button type="submit">Stay logged in</button>`
  const page = renderPage(deployment, {
    title: 'Log out',
    body: `<h1>Log out</h1>
<p>${who} asks to log you out, here and at every site that you have signed in to with this account.</p>
${form.replace('</form>', `${buttons}</form>`)}`,
    ...(isOwn ? { script: "document.querySelector('button.first').click()" } : {}),
  })
  ctx.set(page.headers)
  ctx.body = page.html
}
