import type { Configuration } from '@gatehouse/contract/configuration'
import { loadScript } from './loadScript.ts'
import type { CaptchaAction, CaptchaProvider } from './provider.ts'
import styles from './Turnstile.module.css'

interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      readonly sitekey: string
      readonly action: CaptchaAction
      readonly appearance: 'interaction-only'
      readonly callback: (token: string) => void
      readonly 'error-callback': () => void
      readonly 'timeout-callback': () => void
    },
  ): string | undefined
  remove(widget: string): void
}

/**
 * Cloudflare's Turnstile. It stays out of sight unless it wants the visitor to tick a box; then it
 * waits for as long as the visitor takes. Rejects when its script does not come.
 */
export async function openTurnstile({
  CaptchaScriptUrl,
  CaptchaSiteKey,
}: Configuration): Promise<CaptchaProvider> {
  const url = new URL(CaptchaScriptUrl || 'https://challenges.cloudflare.com/turnstile/v0/api.js')
  url.searchParams.set('render', 'explicit')
  await loadScript(url)
  const { turnstile } = globalThis as { turnstile?: Turnstile }
  if (!turnstile) throw new Error('The captcha is not there.')
  return {
    async token(action) {
      const place = document.createElement('div')
      place.className = styles.turnstile ?? ''
      document.body.append(place)
      let widget: string | undefined
      try {
        return await new Promise<string>((resolve, reject) => {
          const fail = () => reject(new Error('The captcha failed.'))
          widget = turnstile.render(place, {
            sitekey: CaptchaSiteKey,
            action,
            appearance: 'interaction-only',
            callback: resolve,
            'error-callback': fail,
            'timeout-callback': fail,
          })
        })
      } finally {
        if (widget !== undefined) turnstile.remove(widget)
        place.remove()
      }
    },
  }
}
