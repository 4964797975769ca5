import type { BrowserContext, Page } from '@playwright/test'

/**
 * A page comes with its screen prerendered, which a player sees and cannot use yet. In such a browser
 * going to a page ends where the screen itself stands there, unless `waitUntil` says what is waited for.
 */
export function settle(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page)
    page.goto = async (...[url, options]: Parameters<Page['goto']>) => {
      const answer = await goto(url, options)
      if (options?.waitUntil === undefined) await isAlive(page)
      return answer
    }
    const reload = page.reload.bind(page)
    page.reload = async (...[options]: Parameters<Page['reload']>) => {
      const answer = await reload(options)
      if (options?.waitUntil === undefined) await isAlive(page)
      return answer
    }
  })
}

/** The screen stands in the place of its picture. */
export function isAlive(page: Page): Promise<void> {
  return page.locator('#root[inert] > *').first().waitFor({ state: 'detached' })
}
