/*
 * Draws the strip of each theme's art that its mails carry: day at the start, night at the end. Run it
 * when an art has changed, with CHROMIUM_PATH.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

const folder = join(import.meta.dirname, '../src/themes')
const images = join(import.meta.dirname, '../../server/src/mail/images')
const most = 11_500
const size = { width: 840, height: 168 }

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] })
const page = await browser.newPage({ viewport: size })
for (const file of globSync('*/mail.json', { cwd: folder })) {
  const theme = dirname(file)
  const { sceneAt } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  await page.setContent(pageOf(theme, sceneAt))
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  let quality = 80
  let strip
  do {
    quality -= 3
    strip = await page.screenshot({ type: 'jpeg', quality })
  } while (strip.length > most)
  writeFileSync(join(images, `${theme}.jpg`), strip)
}
await browser.close()

/** Both schemes in one place; the dark one comes in across the middle. */
function pageOf(theme, [x, y, width]) {
  const scale = size.width / width
  const image = (scheme) => {
    const [file = ''] = globSync(`${theme}/*-${scheme}.svg`, { cwd: folder })
    const svg = readFileSync(join(folder, file), 'utf8')
    const [, whole, high] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
    const place = `position:absolute;inset:${-y * scale}px auto auto ${-x * scale}px`
    const box = `inline-size:${whole * scale}px;block-size:${high * scale}px`
    const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    return `<img style="${place};${box}" src="${address}">`
  }
  const night = 'position:absolute;inset:0;mask:linear-gradient(100deg,transparent 38%,#000 62%)'
  return `<body style="margin:0;overflow:hidden">${image('light')}<div style="${night}">${image('dark')}</div>`
}
