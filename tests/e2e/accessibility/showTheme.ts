import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Themed } from '../screenshots/variants.ts'

/** The files that the build has made of the sources, by their places. */
type Manifest = Readonly<Record<string, { readonly file: string }>>

let manifest: Promise<Manifest> | undefined

/** That of the portal that is served: of its own build, where it is served alone. */
async function readManifest(): Promise<Manifest> {
  const port = process.env['E2E_PORTAL_ALONE']
  if (port !== undefined) {
    return (await fetch(`http://localhost:${port}/.vite/manifest.json`)).json() as Promise<Manifest>
  }
  const file = join(import.meta.dirname, '../../../apps/portal/dist/.vite/manifest.json')
  return JSON.parse(await readFile(file, 'utf8')) as Manifest
}

/** The sheet of each theme of the built portal, by the theme's name; the platform has none. */
export async function themeSheets(): Promise<ReadonlyMap<string, string>> {
  manifest ??= readManifest()
  const sheets = Object.entries(await manifest).flatMap(([source, built]) => {
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
  const sheet = (await themeSheets()).get(deployment.toLowerCase()) ?? null
  // The portal waits for its own sheet: taken away before, it would never come.
  await page.locator('#root[data-alive]').waitFor()
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
