import { slow4G } from './measurePage.mjs'

/**
 * Logs a player in on a slow phone, and measures from the end of the answer to the right password until
 * the account is painted. Both times are the page's own.
 */
export async function measureLogIn(context, { address, name, password }) {
  await context.addCookies([{ name: 'sso_consent_given', value: '1', url: address }])
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', slow4G)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watchAccount)
  await page.goto(`${address}/login`)
  await page.locator('#root:not([inert]) [name=UsernameOrEmail]').fill(name)
  const field = page.locator('[name=Password]')
  if (!(await field.isVisible())) await page.locator('form [type=submit]').click()
  await field.fill(password)
  let asked = 0
  page.on('request', () => (asked += 1))
  await page.locator('form [type=submit]').click()
  await page.waitForFunction(() => globalThis.watched.shownAt > 0)
  const requests = asked
  const { shownAt, answeredAt } = await page.evaluate(() => {
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('/api/log/log-in'))
    return { ...globalThis.watched, answeredAt: answers.at(-1).responseEnd }
  })
  return { 'account shown after the answer (ms)': shownAt - answeredAt, requests }
}

/** Runs in the page before its own scripts. */
function watchAccount() {
  const watched = (globalThis.watched = { shownAt: 0 })
  const look = () => {
    const isThere = location.pathname === '/account' && document.querySelector('main h1') !== null
    // What stands in the document now is seen with the next picture.
    if (isThere) requestAnimationFrame((at) => (watched.shownAt = at))
    else requestAnimationFrame(look)
  }
  look()
}
