import { sitesPath } from '@gatehouse/contract/routes'
import type { Deployment } from '../deployments.ts'
import { escaped } from '../escaped.ts'
import { type RenderedPage, renderPage } from '../page.ts'
import type { PortalLook } from '../portalLook.ts'
import { interactionPath } from './interactionPath.ts'
import type { SiteClient, SiteScope } from './siteClient.ts'
import { words } from './words.ts'

interface Asked {
  readonly client: SiteClient
  readonly scopes: readonly SiteScope[]
  readonly username: string
  readonly uid: string
}

/** Asks a player whether a site may know what it asks for. */
export function consentPage(
  look: PortalLook | null,
  deployment: Deployment,
  { client, scopes, username, uid }: Asked,
): RenderedPage {
  const { name, redirectUris } = client
  const { RegisterStudioName } = deployment.configuration
  const said = words.consent
  const host = new URL(redirectUris[0] ?? '').host
  return renderPage(look, deployment, {
    title: said.title(name),
    body: ({ actions, button }) => `<h1>${escaped(said.title(name))}</h1>
<p>${escaped(said.ask(name, host, RegisterStudioName, username))}</p>
<ul class="scopes">${scopes.map((scope) => `<li>${escaped(words.scopes[scope])}</li>`).join('')}</ul>
<p class="quiet">${escaped(said.promise(name))}</p>
<form method="post" action="${escaped(interactionPath(uid))}">
<div ${actions}>${button(said.allow, { name: 'answer', value: 'allow' })}
${button(said.refuse, { look: 'secondary', name: 'answer', value: 'refuse' })}</div>
</form>`,
    ways: [{ label: words.sites.title, href: sitesPath }],
  })
}
