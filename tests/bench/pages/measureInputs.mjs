// How long a press or a key waits for its picture, on a processor four times slower: the browser's own
// event timing, of real input.
import { phone } from './measurePage.mjs'

/** The rows of inputs, each with what is done in a page. */
export function inputsOf(portal) {
  const { showcase, alive } = portal
  return [
    { name: 'input: typing in register', at: '/register', act: fillRegister },
    { name: 'input: opening cookie settings', at: '/', act: (page) => openCookies(page) },
    {
      name: 'input: opening dialogs of the account',
      at: '/account',
      isShowcase: true,
      act: (page) => openDialogs(page, showcase, alive),
    },
  ]
}

/** The slowest input of a page, in milliseconds. */
export async function measureInput(browser, portal, { at, act, isShowcase = false }) {
  const context = await browser.newContext({ ...phone, locale: 'en' })
  if (isShowcase) await portal.logInToShowcase(context)
  const page = await context.newPage()
  await page.addInitScript(watchInputs)
  await page.goto(`${isShowcase ? portal.showcase : portal.address}${at}`)
  await page.locator(`${portal.alive} main`).waitFor({ state: 'visible' })
  const refuse = page.getByRole('button', { name: 'Reject all' })
  if (at === '/register') await refuse.click()
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await act(page)
  const { slowest, inputs } = await page.evaluate(readInputs)
  await context.close()
  if (inputs === 0) throw new Error(`Nothing was pressed at ${at}.`)
  return { 'INP (ms)': slowest, inputs }
}

async function fillRegister(page) {
  const fields = page.locator('form input:not([type=checkbox], [type=hidden], [tabindex="-1"])')
  for (const field of await fields.all()) {
    if (!(await field.isVisible())) continue
    await field.tap()
    await page.keyboard.type('Player.One@x.test', { delay: 30 })
  }
}

async function openCookies(page) {
  await page.getByRole('button', { name: 'Reject all' }).tap()
  await tap(page, page.getByRole('button', { name: 'Cookie settings' }))
  await closeDialog(page)
}

/** Every button of the account that says that it opens a dialog. */
async function openDialogs(page, address, alive) {
  for (const path of ['/account', '/account/security']) {
    if (new URL(page.url()).pathname !== path) {
      await page.goto(`${address}${path}`)
      await page.locator(`${alive} main`).waitFor({ state: 'visible' })
    }
    await page.waitForLoadState('networkidle')
    for (const button of await page.locator('button[aria-haspopup=dialog]:visible').all()) {
      await tap(page, button)
      await closeDialog(page)
    }
  }
}

async function closeDialog(page) {
  const dialog = page.locator('dialog[open]')
  await unasked()
  await dialog.waitFor({ state: 'visible' })
  await page.keyboard.press('Escape')
  await unasked()
  await dialog.waitFor({ state: 'detached' })
}

/** A press as a finger makes it: a locator's own asks the page in the middle of it what it meets. */
async function tap(page, button) {
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await button.boundingBox()
  await unasked()
  await page.touchscreen.tap(x + width / 2, y + height / 2)
}

/** Questions to the page would run in it, before the picture that a press waits for. */
const unasked = () => new Promise((done) => setTimeout(done, 500))

/** Runs in the page before its own scripts. A page that is left takes its inputs along. */
function watchInputs() {
  const key = 'bench.inputs'
  const keep = (list) => {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) kept.push(duration)
    }
    sessionStorage.setItem(key, JSON.stringify(kept))
  }
  new PerformanceObserver(keep).observe({ type: 'event', durationThreshold: 16, buffered: true })
}

async function readInputs() {
  // Entries come after the picture that they wait for.
  await new Promise((done) => setTimeout(done, 1000))
  const durations = JSON.parse(sessionStorage.getItem('bench.inputs') ?? '[]')
  return { slowest: Math.max(0, ...durations), inputs: durations.length }
}
