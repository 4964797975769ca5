// From the right password to the account, on the slow phone.
import { phone, slow4G } from './measurePage.mjs'

/** How long the account takes to show after the answer to the log-in. */
export async function measureLogIn(browser, portal) {
  const context = await browser.newContext({ ...phone, locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${portal.address}/login`)
  await page.locator(`${portal.alive} main`).waitFor({ state: 'visible' })
  await page.getByRole('button', { name: 'Reject all' }).click()
  await page.locator('[name=UsernameOrEmail]').fill('PlayerOne')
  await page.locator('form [type=submit]').click()
  await page.locator('[name=Password]').fill('Welcome2Gatehouse')
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  const ends = new Map()
  const paths = new Map()
  tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'POST') paths.set(requestId, new URL(request.url).pathname)
  })
  tools.on('Network.loadingFinished', ({ requestId }) => {
    const path = paths.get(requestId)
    if (path !== undefined && !ends.has(path)) ends.set(path, Date.now())
  })
  await tools.send('Network.emulateNetworkConditions', slow4G)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const pressed = Date.now()
  await page.locator('form [type=submit]').click()
  await page
    .locator('[data-layout="account"] main h1, main h1:has-text("PlayerOne")')
    .first()
    .waitFor({ state: 'visible' })
  const shown = Date.now()
  const answered = [...ends].find(([path]) => path.endsWith('/log-in'))?.[1] ?? NaN
  await context.close()
  return {
    'answer (s)': (answered - pressed) / 1000,
    'shown after the answer (ms)': shown - answered,
  }
}
