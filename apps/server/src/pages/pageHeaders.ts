import { isMailLinkPath, isOpenToTags } from '@gatehouse/contract/routes'
import type { Deployment } from '../deployments/deployments.ts'
import { frontchannelOrigins } from '../deployments/frontchannel.ts'
import type { PortalDocument } from './portalDocuments.ts'

/**
 * The headers of the page: the sources that it may load, the sites that may frame it, the referrer.
 * `avatarOrigins` are those of stand-ins, which have no TLS; a portal with TLS allows none of them.
 * The policy allows the document's own styles and scripts.
 */
export function pageHeaders(
  deployment: Deployment,
  path: string,
  avatarOrigins: readonly string[] = [],
  document: Pick<PortalDocument, 'styles' | 'scripts'> = { styles: [], scripts: [] },
): Record<string, string> {
  const hasSecret = isMailLinkPath(path)
  return {
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(
      deployment,
      path,
      deployment.isSecure ? [] : avatarOrigins,
      document,
    ),
    'referrer-policy': hasSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  }
}

/** No other site sees a secret: of an address, or one that is typed beside third-party scripts. */
function policyOf(
  deployment: Deployment,
  path: string,
  avatars: readonly string[],
  { styles, scripts }: Pick<PortalDocument, 'styles' | 'scripts'>,
): string {
  const { configuration, rules } = deployment
  const api = new URL(configuration.AccountApiUrl).origin
  const captcha = rules.asksCaptcha && !isMailLinkPath(path) ? captchaHostsOf(deployment) : []
  const tags = isOpenToTags(path) ? thirdPartyScripts(deployment) : noSources
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...captcha, ...tags.scripts],
    'style-src': ["'self'", ...styles, ...tags.styles],
    'img-src': ["'self'", 'https:', 'data:', ...avatars],
    'font-src': ["'self'"],
    'connect-src': ["'self'", api, ...captcha, ...tags.connections],
    // A log-out follows on the page that was loaded first, any of them: see the portal's `showFrames`.
    'frame-src': [...captcha, ...tags.frames, ...frontchannelOrigins(deployment)],
    'frame-ancestors': [],
    'base-uri': [],
    'object-src': [],
    'form-action': ["'self'"],
  }
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...(sources.length > 0 ? sources : ["'none'"])])
    .map((parts) => [...new Set(parts)].join(' '))
    .join('; ')
}

/** The provider's hosts in the browser: its script, the script's own requests, its frame. */
function captchaHostsOf({ captchaProvider, configuration }: Deployment): readonly string[] {
  if (captchaProvider === 'altcha') return []
  if (configuration.CaptchaScriptUrl !== '') return [new URL(configuration.CaptchaScriptUrl).origin]
  return captchaProvider === 'recaptcha'
    ? ['https://www.google.com', 'https://www.gstatic.com']
    : ['https://challenges.cloudflare.com']
}

/** The sources that a page must allow for its third-party scripts, by kind of request. */
interface ThirdPartySources {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly connections: readonly string[]
  readonly frames: readonly string[]
}

const noSources: ThirdPartySources = { scripts: [], styles: [], connections: [], frames: [] }

const tagManager: ThirdPartySources = {
  ...noSources,
  scripts: ['https://www.googletagmanager.com'],
  connections: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
}

/** Consent tools write their styles into the page; other pages do not allow that. */
const inline = ["'unsafe-inline'"]

function onHosts(...hosts: readonly string[]): ThirdPartySources {
  return { scripts: hosts, styles: [...inline, ...hosts], connections: hosts, frames: hosts }
}

const consentTools: Readonly<Record<string, ThirdPartySources>> = {
  onetrust: onHosts('https://cdn.cookielaw.org', 'https://*.onetrust.com'),
  didomi: onHosts('https://*.privacy-center.org'),
  axeptio: onHosts('https://*.axept.io'),
  cookiebot: onHosts('https://consent.cookiebot.com', 'https://consentcdn.cookiebot.com'),
  usercentrics: onHosts('https://*.usercentrics.eu'),
}

/** The sources of a deployment's tag manager and consent tool, where it has them. */
function thirdPartyScripts({ configuration, rules }: Deployment): ThirdPartySources {
  const { TagManagerId, ConsentTool, ConsentToolUrl } = configuration
  const used = [
    ...(TagManagerId === '' ? [] : [tagManager]),
    ...(rules.leavesCookiesToConsentTool ? consentToolSources(ConsentTool, ConsentToolUrl) : []),
  ]
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    styles: used.flatMap(({ styles }) => styles),
    connections: used.flatMap(({ connections }) => connections),
    frames: used.flatMap(({ frames }) => frames),
  }
}

/** A known tool's own hosts, and the host that the deployment loads it from. */
function consentToolSources(tool: string, url: string): ThirdPartySources[] {
  const known = consentTools[tool === '' ? 'onetrust' : tool.toLowerCase()]
  return [...(known ? [known] : []), ...(url === '' ? [] : [onHosts(new URL(url).origin)])]
}
