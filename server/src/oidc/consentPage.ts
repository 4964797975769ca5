import { sitesPath } from '@gatehouse/contract/routes'
import type { Deployment } from '../tenants/deployments.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { type RenderedPage, renderPage } from '../site/page.ts'
import type { PageAssets } from '../site/pageAssets.ts'
import { interactionPath } from './interactionPath.ts'
import type { OidcClient, ClientScope } from '../tenants/client.ts'
import { words } from './words.ts'

interface Asked {
  readonly client: OidcClient
  readonly scopes: readonly ClientScope[]
  readonly username: string
  readonly uid: string
}

/** Asks a player whether a site may know what it asks for. */
export function consentPage(
  look: PageAssets | null,
  deployment: Deployment,
  { client, scopes, username, uid }: Asked,
): RenderedPage {
  const { name, redirectUris } = client
  const { RegisterStudioName } = deployment.configuration
  const said = words.consent
  const host = new URL(redirectUris[0] ?? '').host
  return renderPage(look, deployment, {
    title: said.title(name),
    body: ({ actions, button }) => `<h1>${escapeHtml(said.title(name))}</h1>
<p>${escapeHtml(said.ask(name, host, RegisterStudioName, username))}</p>
<ul class="scopes">${scopes.map((scope) => `<li>${escapeHtml(words.scopes[scope])}</li>`).join('')}</ul>
<p class="quiet">${escapeHtml(said.promise(name))}</p>
<form method="post" action="${escapeHtml(interactionPath(uid))}">
<div ${actions}>${button(said.allow, { name: 'answer', value: 'allow' })}
${button(said.refuse, { look: 'secondary', name: 'answer', value: 'refuse' })}</div>
</form>`,
    ways: [{ label: words.sites.title, href: sitesPath }],
  })
}
