import { paths } from '@gatehouse/contract/paths'
import type { Deployment } from './deployments.ts'

/** Paths whose query carries the secret of a mail. */
const mailLinkPaths: ReadonlySet<string> = new Set([
  paths.registerValidate,
  paths.confirmEmail,
  paths.passwordRecoveryReset,
  paths.updateEmailConfirm,
  paths.updateEmailRecovery,
  paths.unsubscribe,
])

const tagManagerHost = 'https://www.googletagmanager.com'

/** The headers of the page: what it may load, who may frame it, what it tells the next site. */
export function pageHeaders(
  deployment: Deployment,
  path: string,
  captchaUrl: string,
): Record<string, string> {
  const hasSecret = mailLinkPaths.has(path)
  return {
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(deployment, hasSecret, captchaUrl),
    'referrer-policy': hasSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(deployment.isSecure
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/** No site but our own gets a request from a page that carries a secret. */
function policyOf(
  { configuration, rules }: Deployment,
  hasSecret: boolean,
  captchaUrl: string,
): string {
  const api = new URL(configuration.AccountApiUrl).origin
  const captcha = rules.asksCaptcha && !hasSecret ? ` ${captchaHostsOf(captchaUrl)}` : ''
  const tags = configuration.TagManagerId !== '' && !hasSecret ? ` ${tagManagerHost}` : ''
  return [
    `default-src 'self'`,
    `script-src 'self'${captcha}${tags}`,
    `style-src 'self'`,
    `img-src 'self' https: data:`,
    `font-src 'self'`,
    `connect-src 'self' ${api}${captcha}${tags}`,
    `frame-src ${captcha === '' ? `'none'` : captcha.trim()}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `form-action 'self'`,
  ].join('; ')
}

/** The provider's own host, and the one that Google loads its script's other half from. */
function captchaHostsOf(captchaUrl: string): string {
  const { origin } = new URL(captchaUrl)
  return origin === 'https://www.google.com' ? `${origin} https://www.gstatic.com` : origin
}
