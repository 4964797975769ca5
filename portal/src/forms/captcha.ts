import type { ErrorCode } from '@gatehouse/contract/errors'
import type { Portal } from '../session/portal.ts'
import { refuse } from './refusal.ts'

export type CaptchaAction = 'login' | 'register'

interface Provider {
  ready(then: () => void): void
  execute(siteKey: string, options: { readonly action: CaptchaAction }): PromiseLike<string>
}

const notAllowed: Record<CaptchaAction, ErrorCode> = {
  login: 'You are not allowed to log in.',
  register: 'ERROR_REGISTER_INVALID',
}

/** How long the provider may take before it counts as unreachable, in milliseconds. */
const patience = 10_000

let loading: Promise<void> | undefined

/** Begins to load the provider, where the deployment asks for a captcha at all. */
export function prepareCaptcha({ rules, configuration }: Portal): void {
  if (!rules.asksCaptcha) return
  loading ??= load(configuration.CaptchaSiteKey).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  // Whoever asks for a token is told.
  loading.catch(() => undefined)
}

/**
 * A token of the provider for an action; '' where no captcha is asked for. Rejects when the provider
 * cannot be reached.
 */
export async function captchaToken(portal: Portal, action: CaptchaAction): Promise<string> {
  if (!portal.rules.asksCaptcha) return ''
  prepareCaptcha(portal)
  return withinPatience(
    (async () => {
      await loading
      const { grecaptcha } = globalThis as { grecaptcha?: Provider }
      if (!grecaptcha) throw new Error('The captcha is not there.')
      await new Promise<void>((resolve) => grecaptcha.ready(resolve))
      return grecaptcha.execute(portal.configuration.CaptchaSiteKey, { action })
    })(),
  )
}

/**
 * A verified token to send along, '' where no captcha is asked for. Refuses the form when the check
 * could not be made or was not passed.
 */
export async function passCaptcha(portal: Portal, action: CaptchaAction): Promise<string> {
  if (!portal.rules.asksCaptcha) return ''
  const token = await captchaToken(portal, action).catch(() => '')
  const verdict =
    token === ''
      ? null
      : await portal.session.api('verifyCaptcha', { body: { Token: token } }).catch(() => null)
  if (!verdict?.Success) return refuse('ERROR_REGISTER_NO_SUCCESS')
  return verdict.IsValid ? token : refuse(notAllowed[action])
}

function load(siteKey: string): Promise<void> {
  const script = document.createElement('script')
  script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
  script.async = true
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The captcha cannot be loaded.'))
    })
    document.head.append(script)
  })
}

function withinPatience<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The captcha does not answer.')), patience)
    }),
  ])
}
