import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const hosts = process.argv[2].split(',')
const paths = process.argv[3].split(',')
const langs = (process.argv[4] || 'en').split(',')
for (const host of hosts) for (const lang of langs) {
  const context = await browser.newContext({ locale: lang, bypassCSP: false })
  for (const path of paths) {
    const page = await context.newPage()
    const said = []
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && said.push(m.text().slice(0, 300)))
    page.on('pageerror', (e) => said.push('PAGEERROR ' + e.message.slice(0, 300)))
    await page.goto(`http://${host}localhost:4000${path}`, { waitUntil: 'commit' })
    const title = await page.title().catch(() => '')
    await page.locator('#root[data-alive]').waitFor({ timeout: 20000 }).catch(() => said.push('NOT ALIVE'))
    await page.waitForTimeout(200)
    const pre = await page.evaluate(() => document.getElementById('root').dataset.prerendered)
    console.log(host, lang, path, pre ?? '-', await page.title(), '|', title, said.length ? JSON.stringify(said) : 'ok')
    if (process.argv[5]) await page.screenshot({ path: `/tmp/shots/${host}${lang}${path.replaceAll('/', '_')}.png` })
    await page.close()
  }
  await context.close()
}
await browser.close()
