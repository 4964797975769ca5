import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Themed } from '../screenshots/variants.ts'

const file = join(import.meta.dirname, '../../portal/dist/.vite/manifest.json')

/** The sheet of each theme of the built portal, by the theme's name; the platform has none. */
export function themeSheets(): ReadonlyMap<string, string> {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { file: string }>
  const sheets = Object.entries(manifest).flatMap(([source, built]) => {
    const theme = /\/themes\/([^/]+)\/theme\.css$/.exec(source)?.[1]
    return theme === undefined ? [] : [[theme, `/${built.file}`] as const]
  })
  return new Map(sheets)
}

/**
 * Exchanges the theme of the page that is shown, the way the portal does it for a page that was made
 * for another deployment.
 */
export async function showTheme(page: Page, deployment: Themed): Promise<void> {
  const sheet = themeSheets().get(deployment.toLowerCase()) ?? null
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
    [deployment, sheet] as const,
  )
}
