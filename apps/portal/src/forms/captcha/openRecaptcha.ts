import type { Configuration } from '@gatehouse/contract/configuration'
import { loadScript, withinTimeout } from './loadScript.ts'
import type { CaptchaAction, CaptchaProvider } from './provider.ts'

interface Recaptcha {
  ready(then: () => void): void
  execute(siteKey: string, options: { readonly action: CaptchaAction }): PromiseLike<string>
}

/** Google's reCAPTCHA v3, or whatever speaks like it. Rejects when its script does not come. */
export async function openRecaptcha({
  CaptchaScriptUrl,
  CaptchaSiteKey,
}: Configuration): Promise<CaptchaProvider> {
  const url = new URL(CaptchaScriptUrl || 'https://www.google.com/recaptcha/api.js')
  url.searchParams.set('render', CaptchaSiteKey)
  await loadScript(url)
  const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha }
  if (!grecaptcha) throw new Error('The captcha is not there.')
  return {
    token: (action) =>
      withinTimeout(
        new Promise<void>((resolve) => grecaptcha.ready(resolve)).then(() =>
          grecaptcha.execute(CaptchaSiteKey, { action }),
        ),
      ),
  }
}
