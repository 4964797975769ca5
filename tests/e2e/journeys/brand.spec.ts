import type { Page } from '@playwright/test'
import { consoleAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { signedInStaff } from '../fixtures/steps/signedInStaff.ts'
import { atNight, test } from '../fixtures/test.ts'

/* A brand manager at work: a look is drafted, played, published and taken back. */

test.use({ bypassCSP: false, viewport: { width: 1440, height: 1000 } })

const studio = `${consoleAddress}/two-point-studios/brand`

/** The accent that a page has. */
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))

async function give(page: Page, act: string, reason: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill(reason)
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('AX-CON2-20 A script in a frame of pictures reaches nothing of the console, and another window does not steer it', async ({
  browser,
}) => {
  const bea = await signedInStaff(browser, 'Bea Brand', studio)
  const picture = bea.locator('figure:has-text("Desktop") iframe[data-shown=true]')
  await expect(picture).toBeVisible()
  const frame = await (await picture.elementHandle())?.contentFrame()
  const attempts = await frame?.evaluate(async (home) => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.ran = true'
    document.head.append(script)
    postMessage('{}', '*')
    const attempts = {
      document: () => parent.document.title,
      storage: () => top?.localStorage.length,
      address: () => top?.location.assign('/portal'),
      opener: () => opener as unknown,
      window: () => open('/') === null,
      cookies: () => document.cookie,
      call: () => fetch(`${home}/api/v1/me`, { credentials: 'include' }),
      script: () => 'ran' in globalThis,
    }
    const outcomes = Object.entries(attempts).map(async ([name, attempt]) => {
      try {
        return [name, await attempt()]
      } catch (error) {
        return [name, (error as Error).name]
      }
    })
    return Object.fromEntries(await Promise.all(outcomes)) as object
  }, consoleAddress)
  expect(attempts).toEqual({
    document: 'SecurityError',
    storage: 'SecurityError',
    address: 'SecurityError',
    opener: null,
    window: true,
    cookies: '',
    call: 'TypeError',
    script: false,
  })
  // A message that is not the console's changes nothing.
  await expect(picture.contentFrame().getByRole('heading', { name: 'Log in' })).toBeVisible()

  // A link in a picture leads nowhere: its words are there to be changed.
  const link = picture.contentFrame().getByRole('link', { name: 'Lost your password?' })
  await link.dispatchEvent('click')
  await expect(bea.getByRole('textbox', { name: 'English' })).toBeFocused()
  await expect(link).toBeVisible()
})

test(
  'A change without a network is in the pictures once there is one',
  atNight(),
  async ({ browser }) => {
    const bea = await signedInStaff(browser, 'Bea Brand', studio)
    const shown = bea.locator('figure:has-text("Desktop") iframe[data-shown=true]')
    await expect(shown).toBeVisible()
    await bea.getByRole('combobox', { name: 'Screen' }).selectOption({ label: 'Home' })
    await bea.context().setOffline(true)
    await bea.getByLabel('Welcome', { exact: true }).fill('Written in a tunnel')
    await expect(shown.contentFrame().getByText('The server cannot be reached.')).toBeVisible()
    await bea.context().setOffline(false)
    const heading = shown.contentFrame().getByRole('heading', { name: 'Written in a tunnel' })
    await expect(heading).toBeVisible()

    await bea.getByRole('link', { name: 'Sites', exact: true }).click()
    await expect(bea.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()
    await bea.context().setOffline(true)
    await bea.goBack()
    await expect(bea.locator('figure')).toHaveCount(8)
    await expect(shown).toHaveCount(0)
    await bea.context().setOffline(false)
    await expect(bea.locator('figure iframe[data-shown=true]')).toHaveCount(8)
  },
)

test('AT-CON2-47 AT-CON2-48 AT-CON2-49 AT-CON2-51 A look is drafted in eight pictures, refused while it cannot be read, published, and taken back', async ({
  browser,
  page,
}) => {
  const bea = await signedInStaff(browser, 'Bea Brand', studio)
  const pictures = bea.getByRole('region', { name: 'Preview' }).locator('figure')
  await expect(pictures).toHaveCount(8)
  const desktop = bea.frameLocator('figure:has-text("Desktop") iframe[data-shown=true]')
  await expect(desktop.getByRole('heading', { name: 'Log in' })).toBeVisible()

  // An unreadable contrast is said at the colour, and is not published.
  await bea.getByLabel('Accent, light', { exact: true }).fill('#f5d90a')
  await expect(bea.getByRole('alert').first()).toContainText('are needed')
  await bea.getByRole('button', { name: 'See what would happen' }).click()
  await expect(bea.getByRole('heading', { name: 'It cannot be published' })).toBeVisible()
  await expect(bea.getByText(/--accent on --ground, light/)).toBeVisible()
  await expect(bea.getByRole('button', { name: 'Publish…' })).toHaveCount(0)

  await bea.getByRole('link', { name: 'Edit' }).click()
  await bea.getByLabel('Accent, light', { exact: true }).fill('#8a1c7c')
  await bea.getByLabel('Welcome', { exact: true }).fill('Welcome, keeper')
  await bea.getByRole('combobox', { name: 'Screen' }).selectOption({ label: 'Home' })
  await expect(desktop.getByRole('heading', { name: 'Welcome, keeper' })).toBeVisible()
  await page.goto(portalOf('TWO-POINT-STUDIOS'))
  await expect(page.getByText('Welcome, keeper')).toHaveCount(0)
  const before = await accentOf(page)

  await bea.getByRole('button', { name: 'See what would happen' }).click()
  await expect(bea.getByRole('heading', { name: 'Effects' })).toBeVisible()
  await expect(bea.getByRole('rowheader', { name: 'theme.tokens.--accent' })).toBeVisible()
  await expect(bea.getByRole('heading', { name: 'Before and after' })).toBeVisible()
  await bea.getByRole('button', { name: 'Publish…' }).click()
  await give(bea, 'Publish', 'ticket 5100')
  await expect(bea.getByRole('heading', { name: /^Version \d+ is live$/ })).toBeVisible()
  await expect(async () => {
    await page.reload()
    expect(await accentOf(page)).toContain('#8a1c7c')
    // Of two servers the second one serves it some seconds later, and a page asks both.
    const welcome = page.getByRole('heading', { name: 'Welcome, keeper' })
    expect(await welcome.isVisible()).toBe(true)
  }).toPass()

  await bea.getByRole('link', { name: 'Versions', exact: true }).click()
  await bea.getByRole('button', { name: 'Back to the file…' }).click()
  await give(bea, 'Rollback', 'ticket 5101')
  await expect(async () => {
    await page.reload()
    expect(await accentOf(page)).toBe(before)
  }).toPass()
})
