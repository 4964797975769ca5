import type { Page } from '@playwright/test'

/**
 * Plays the captcha's script in the browser: every execution gives this token. Returns how to read
 * the actions it was executed with.
 */
export async function playCaptcha(page: Page, token: string): Promise<() => Promise<string[]>> {
  await page.route(/recaptcha\/(api|enterprise)\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.addInitScript((given) => {
    const actions: string[] = []
    Object.assign(globalThis, {
      captchaActions: () => actions,
      grecaptcha: {
        ready: (act: () => void) => act(),
        execute: (_siteKey: string, { action }: { action: string }) => {
          actions.push(action)
          return Promise.resolve(given)
        },
      },
    })
  }, token)
  return () => page.evaluate('captchaActions()')
}
