import { phone, slow4G } from './measurePage.mjs'

/**
 * Logs a player in on the slow phone, and measures from the end of the answer to the right password until
 * the account is shown. Both times are the page's own.
 */
export async function measureLogIn(browser, { player, alive }) {
  const { address, name, password } = player
  const context = await browser.newContext({ ...phone, locale: 'en' })
  await context.addCookies([{ name: 'sso_consent_given', value: '1', url: address }])
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', slow4G)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watchAccount)
  await page.goto(`${address}/login`)
  await page.locator(`${alive} [name=UsernameOrEmail]`).fill(name)
  const field = page.locator('[name=Password]')
  if (!(await field.isVisible())) await page.locator('form [type=submit]').click()
  await field.fill(password)
  let requests = 0
  page.on('request', () => (requests += 1))
  await page.locator('form [type=submit]').click()
  await page.waitForFunction(() => globalThis.watched.shownAt > 0)
  const asked = requests
  const { shownAt, answeredAt } = await page.evaluate(() => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('/api/log/log-in'))
    return { ...globalThis.watched, answeredAt: answers.at(-1).responseEnd }
  })
  await context.close()
  return { 'shown after the answer (ms)': shownAt - answeredAt, requests: asked }
}

/** Runs in the page before its own scripts. */
function watchAccount() {
  const watched = (globalThis.watched = { shownAt: 0 })
  const look = () => {
    const isThere = location.pathname === '/account' && document.querySelector('main h1') !== null
    // The next frame shows the present document.
    if (isThere) requestAnimationFrame((at) => (watched.shownAt = at))
    else requestAnimationFrame(look)
  }
  look()
}
