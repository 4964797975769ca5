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
export function pageHeaders(deployment: Deployment, path: string): Record<string, string> {
  const hasSecret = mailLinkPaths.has(path)
  return {
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(deployment, hasSecret),
    'referrer-policy': hasSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(deployment.isSecure
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/** No site but our own gets a request from a page that carries a secret. */
function policyOf(deployment: Deployment, hasSecret: boolean): string {
  const { configuration, rules } = deployment
  const api = new URL(configuration.AccountApiUrl).origin
  const hosts = rules.asksCaptcha && !hasSecret ? captchaHostsOf(deployment) : []
  const captcha = hosts.map((host) => ` ${host}`).join('')
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

/** Where the browser meets the provider: its script, what that loads and asks, its frame. */
function captchaHostsOf({ captchaProvider, configuration }: Deployment): readonly string[] {
  if (captchaProvider === 'altcha') return []
  if (configuration.CaptchaScriptUrl !== '') return [new URL(configuration.CaptchaScriptUrl).origin]
  return captchaProvider === 'recaptcha'
    ? ['https://www.google.com', 'https://www.gstatic.com']
    : ['https://challenges.cloudflare.com']
}
