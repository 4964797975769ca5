import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { fileOf, type Screenshot, themedDeployments, wordsOf } from './variants.ts'

type View = Omit<Screenshot, 'deployment'>

/** The screens that show a theme, from left to right. */
const views: readonly View[] = [
  { screen: 'Home', size: 'desktop', scheme: 'light' },
  { screen: 'Home', size: 'phone', scheme: 'dark' },
  { screen: 'My information', size: 'desktop', scheme: 'dark' },
  { screen: 'My information', size: 'phone', scheme: 'light' },
]

test('One sheet of all themes, for the README', async ({ page }) => {
  await page.setViewportSize({ width: 1480, height: 400 })
  const rows = themedDeployments.map((deployment) => {
    const images = views.map((view) => {
      const data = readFileSync(fileOf({ deployment, ...view })).toString('base64')
      return `<img alt="" src="data:image/png;base64,${data}">`
    })
    return `<h2>${wordsOf(deployment).RegisterStudioName}</h2><div>${images.join('')}</div>`
  })
  await page.setContent(`<!doctype html><style>
    body { margin: 0; padding: 24px 28px; background: #eceef2; font: 600 15px system-ui; color: #333 }
    h2 { margin: 18px 0 8px; font-size: 15px }
    div { display: flex; gap: 14px; justify-content: space-between }
    img { height: 300px; border-radius: 8px; box-shadow: 0 4px 14px #0003 }
  </style>${rows.join('')}`)
  const path = join(import.meta.dirname, '../../../docs/pictures/themes.jpg')
  const sheet = await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 68 })
  expect(sheet.length).toBeLessThanOrEqual(400 * 1024)
})
