import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] })
for (const host of ['showcase.', 'prod.']) for (const lang of ['en', 'ar']) {
  const context = await browser.newContext({ locale: lang, colorScheme: 'dark' })
  const page = await context.newPage()
  const said = []
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && said.push(m.text().slice(0, 200)))
  page.on('pageerror', (e) => said.push('PAGEERROR ' + e.message.slice(0, 300)))
  await page.goto(`http://${host}localhost:4000/login`)
  await page.locator('#root[data-alive]').waitFor()
  await page.locator('[name=UsernameOrEmail]').fill('player@example.com')
  await page.keyboard.press('Enter')
  await page.locator('[name=Password]').fill('Welcome2Gatehouse')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account').catch((e) => console.log('no account', page.url()))
  console.log(host, lang, 'logged in', JSON.stringify(said)); said.length = 0
  for (const path of ['/account', '/account/security', '/account/newsletter', '/account/cookies', '/account/blocked-users', '/account/link-account', '/account/connected-sites', '/account/deletion-request', '/account/update-email', '/login', '/account/activity', '/survey']) {
    await page.goto(`http://${host}localhost:4000${path}`, { waitUntil: 'commit' })
    await page.locator('#root[data-alive]').waitFor({ timeout: 15000 }).catch(() => said.push('NOT ALIVE'))
    await page.waitForTimeout(300)
    console.log(host, lang, path, page.url().replace(/.*4000/, ''), await page.evaluate(() => document.getElementById('root').dataset.prerendered), said.length ? JSON.stringify(said) : 'ok'); said.length = 0
  }
  await context.close()
}
await browser.close()
