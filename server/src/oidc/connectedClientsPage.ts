import { paths, sitesPath } from '@gatehouse/contract/routes'
import type { ClientConsent } from '../database/oidc/clientConsents.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { type PageParts, type RenderedPage, renderPage } from '../site/page.ts'
import type { PageAssets } from '../site/pageAssets.ts'
import { clientScopes } from '../tenants/client.ts'
import { words } from './words.ts'

const said = words.sites

const dayOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Shows a player which sites they have let in, and takes that back. */
export function connectedClientsPage(
  look: PageAssets | null,
  deployment: Deployment,
  username: string,
  consents: readonly ClientConsent[],
): RenderedPage {
  return renderPage(look, deployment, {
    title: said.title,
    body: (parts) => {
      const intro = consents.length === 0 ? said.none(username) : said.intro(username)
      const sites = consents.map((consent) => siteOf(deployment, consent, parts))
      const list = sites.length === 0 ? '' : `<ul class="sites">${sites.join('')}</ul>`
      return `<h1>${escapeHtml(said.title)}</h1>
<p>${escapeHtml(intro)}</p>
${list}
<div ${parts.actions}>${parts.link(said.account, paths.account, 'secondary')}</div>`
    },
  })
}

function siteOf(deployment: Deployment, consent: ClientConsent, { button }: PageParts): string {
  const { clientId, scopes, givenAt } = consent
  // A site that the deployment has dropped since cannot ask any more; its consent can still go.
  const name = deployment.clients.get(clientId)?.name ?? clientId
  const known = clientScopes.filter((scope) => scopes.includes(scope))
  const withdraw = button(said.withdraw, {
    look: 'secondary',
    name: 'site',
    value: clientId,
    says: said.withdrawFrom(name),
  })
  return `<li><div><h2>${escapeHtml(name)}</h2>
<p class="quiet">${escapeHtml(said.since(dayOf.format(givenAt)))}</p>
<ul class="scopes">${known.map((scope) => `<li>${escapeHtml(words.scopes[scope])}</li>`).join('')}</ul></div>
<form method="post" action="${sitesPath}">${withdraw}</form></li>`
}
