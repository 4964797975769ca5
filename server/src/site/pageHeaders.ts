import { isMailLinkPath, isOpenToTags } from '@gatehouse/contract/routes'
import type { PortalDocument } from './portalDocuments.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { frontchannelOrigins } from '../tenants/frontchannel.ts'
import { noSources, thirdPartyScripts } from './thirdPartyScripts.ts'

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
  const avatars = deployment.isSecure ? [] : avatarOrigins
  return {
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(deployment, path, hasSecret, {
      avatars,
      styles: document.styles,
      scripts: document.scripts,
    }),
    'referrer-policy': hasSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  }
}

/**
 * The sources that the page may load. A page whose address carries a secret sends no request to
 * another site. Third-party scripts are allowed only on pages where no secret is typed either.
 */
function policyOf(
  deployment: Deployment,
  path: string,
  hasSecret: boolean,
  { avatars, styles, scripts }: Record<'avatars' | 'styles' | 'scripts', readonly string[]>,
): string {
  const { configuration, rules } = deployment
  const api = new URL(configuration.AccountApiUrl).origin
  const captcha = rules.asksCaptcha && !hasSecret ? captchaHostsOf(deployment) : []
  const tags = isOpenToTags(path) ? thirdPartyScripts(deployment) : noSources
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...captcha, ...tags.scripts],
    'style-src': ["'self'", ...styles, ...tags.styles],
    'img-src': ["'self'", 'https:', 'data:', ...avatars],
    'font-src': ["'self'"],
    'connect-src': ["'self'", api, ...captcha, ...tags.connections],
    // A log-out follows on whichever page was loaded first: see the portal's `showFrames`.
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
