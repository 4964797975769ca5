import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@gatehouse/contract/environments'
import type { Page } from '@playwright/test'

const index = join(import.meta.dirname, '../../portal/dist/themes.json')

/**
 * Exchanges the theme of the page that is shown, the way the portal does it for a page that was made
 * for another environment.
 */
export async function showTheme(page: Page, environment: Environment): Promise<void> {
  const sheets = JSON.parse(readFileSync(index, 'utf8')) as Record<string, { sheet?: string }>
  await page.evaluate(
    async ([theme, sheet]) => {
      for (const link of document.querySelectorAll('link[data-environment]')) link.remove()
      if (sheet !== null) {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = sheet
        link.dataset['environment'] = theme
        await new Promise((resolve, reject) => {
          link.addEventListener('load', resolve)
          link.addEventListener('error', reject)
          document.head.append(link)
        })
      }
      // A font is asked for when the page is laid out.
      document.body.getBoundingClientRect()
      await document.fonts.ready
    },
    [environment, sheets[environment.toLowerCase()]?.sheet ?? null] as const,
  )
}
