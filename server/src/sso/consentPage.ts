import type { Deployment } from '../deployments.ts'
import { escaped } from '../escaped.ts'
import { renderPage, type RenderedPage } from './page.ts'
import { interactionPath } from './interactionPath.ts'
import type { SiteClient, SiteScope } from './siteClient.ts'

const words: Readonly<Record<SiteScope, string>> = {
  openid: 'recognise you when you come back',
  profile: 'see your username, your avatar and your titles',
  email: 'see your email address',
  connections: 'see which accounts of other platforms you have linked',
}

/** Asks a player whether a site may know what it asks for. */
export function consentPage(
  deployment: Deployment,
  { client, scopes, uid }: { client: SiteClient; scopes: readonly SiteScope[]; uid: string },
): RenderedPage {
  const name = escaped(client.name)
  const host = escaped(new URL(client.redirectUris[0] ?? '').host)
  const studio = escaped(deployment.configuration.RegisterStudioName)
  return renderPage(deployment, {
    title: `Sign in to ${client.name}`,
    body: `<h1>Sign in to ${name}</h1>
<p>${name} (${host}) wants to use your ${studio} account. It will be able to:</p>
<ul>${scopes.map((scope) => `<li>${words[scope]}</li>`).join('')}</ul>
<p>It will never see your password. If you allow it, you are not asked again.</p>
<form method="post" action="${escaped(interactionPath(uid))}">
<button class="first" type="submit" name="answer" value="allow">Allow</button>
<button type="submit" name="answer" value="refuse">Refuse</button>
</form>`,
  })
}
