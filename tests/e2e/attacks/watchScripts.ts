import type { BrowserContext, Page } from '@playwright/test'

interface Watched {
  readonly hits: string[]
  readonly violations: string[]
}

/**
 * Counts, in every page of a browser, what ran that should not have, and what the page's own policy
 * had to stop: the second is empty only where nothing was even tried.
 */
export async function watchScripts(context: BrowserContext): Promise<Watched> {
  const watched: Watched = { hits: [], violations: [] }
  await context.exposeBinding('hit', ({ page }: { page: Page }) => {
    watched.hits.push(page.url())
  })
  await context.exposeBinding('violated', (_, what: string) => {
    watched.violations.push(what)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violated } = globalThis as unknown as { violated: (what: string) => void }
      violated(`${event.violatedDirective} ${event.blockedURI} ${location.pathname}`)
    })
  })
  context.on('dialog', (dialog) => {
    watched.hits.push(dialog.message())
    void dialog.dismiss()
  })
  return watched
}
