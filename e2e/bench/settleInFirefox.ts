import type { BrowserContext, Page } from '@playwright/test'

/**
 * WebDriver BiDi takes a page that goes on by itself for a navigation that was given up: in such a
 * browser, going to a page ends where that page has led to.
 */
export function settleInFirefox(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page)
    page.goto = (...[url, options]: Parameters<Page['goto']>) =>
      goto(url, options).catch(async (error: unknown) => {
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
        await page.waitForLoadState(options?.waitUntil === 'commit' ? 'load' : options?.waitUntil)
        return null
      })
  })
}
