import type { Browser, Page } from '@playwright/test'
import { languageCookie } from '@gatehouse/contract/languages'
import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { control } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * A game console that shows a code, and the phone that signs it in, both without a mouse: the real
 * portal, its provider, and a game console that asks by a library.
 */

const portal = portalOf('LOCAL')
const television = { width: 1280, height: 720 }
const phone = { viewport: { width: 390, height: 844 }, bypassCSP: false } as const

/** A game console that shows its code, and what is on its screen. */
async function gameConsoleOf(browser: Browser, query = '') {
  const context = await browser.newContext({ viewport: television })
  const page = await context.newPage()
  await page.goto(`${standInAddress}/game-console${query}`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Enter')
  const code = await page.locator('.code').innerText()
  const number = await page.locator('.number').innerText()
  return { page, code, number }
}

/** A text that a person reads at three metres takes a twentieth of the screen's height. */
async function expectLarge(page: Page, ...names: readonly string[]) {
  for (const name of names) {
    const box = await page.locator(name).boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(television.height / 20)
    expect(box && box.y >= 0 && box.y + box.height <= television.height, name).toBe(true)
    expect(box && box.x >= 0 && box.x + box.width <= television.width, name).toBe(true)
  }
}

/** Moves the focus by arrows alone, to what has this name. */
async function arrowTo(page: Page, name: string) {
  const target = control(page, name)
  for (let steps = 0; steps < 12; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
  await expect(target).toBeFocused()
}

interface PadWindow {
  pressed?: Set<number>
}

/** A gamepad as browsers show one: after its first press, and so again on each page. */
function connectGamepad() {
  const held = ((globalThis as PadWindow).pressed = new Set())
  const buttons = Array.from({ length: 17 }, (_, index) => ({
    get pressed() {
      return held.has(index)
    },
  }))
  Object.assign(navigator, { getGamepads: () => [{ axes: [0, 0], buttons }] })
  addEventListener('load', () => dispatchEvent(new Event('gamepadconnected')))
}

function holdButton({ button, isDown }: { readonly button: number; readonly isDown: boolean }) {
  const { pressed } = globalThis as PadWindow
  if (isDown) pressed?.add(button)
  else pressed?.delete(button)
}

test(
  'A phone scans a game console’s code, logs in, picks the number, and the game console knows its player',
  atNight(),
  async ({ browser, page, mailbox }, { outputDir }) => {
    const { username, password } = await newPlayer(page, 'LOCAL', mailbox)
    const device = await gameConsoleOf(browser)
    await expectLarge(device.page, '.place', '.code', '.number', 'button')
    await device.page.screenshot({ path: `${outputDir}/game-console.png` })

    const context = await browser.newContext(phone)
    const held = await context.newPage()
    await held.goto(`${portal}/device?user_code=${device.code}`)
    await expect(held).toBeOnPath('/login')
    await logIn(held, 'LOCAL', { name: username, password })
    await expect(held).toHaveURL(`${portal}/device?user_code=${device.code}`)
    await expect(held.getByText(`log in to Lantern Console as you, ${username}`)).toBeVisible()
    await held.screenshot({ path: `${outputDir}/phone.png`, fullPage: true })
    await arrowTo(held, device.number)
    await held.keyboard.press('Enter')
    await expect(held.getByText('The device is logged in to Lantern Console.')).toBeVisible()
    await expect(device.page.getByRole('heading', { name: `Welcome, ${username}` })).toBeVisible()

    await expect(control(device.page, 'Sign out')).toBeFocused()
    await device.page.keyboard.press('Enter')
    await expect(device.page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  },
)

test(
  'A typed code with a slip is asked again, and another number than the game console’s signs nothing in',
  atNight(),
  async ({ browser, page, mailbox }) => {
    const { username: name, password } = await newPlayer(page, 'LOCAL', mailbox)
    await page.goto(`${portal}/login`)
    await logIn(page, 'LOCAL', { name, password })
    await expect(page).toBeOnPath('/account')
    const device = await gameConsoleOf(browser)
    await page.goto(`${portal}/device`)
    const keyboard = new Keyboard(page)
    const field = page.getByRole('textbox', { name: 'Code' })
    await keyboard.write(field, 'bcdf')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('No device shows this code now.')
    await expect(field).toHaveValue('bcdf')
    await keyboard.write(field, `${device.code.toLowerCase()}-${device.number}`)
    await keyboard.activate(control(page, 'Continue'))
    await expect(page.getByRole('group').getByRole('button')).toHaveCount(3)
    const numbers = await page.getByRole('group').getByRole('button').allInnerTexts()
    const other = numbers.find((number) => number !== device.number) ?? ''
    await keyboard.activate(control(page, other))
    await expect(page.getByText('The device shows another number')).toBeVisible()
    await expect(
      device.page.getByRole('heading', { name: 'No player was signed in' }),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Let the device show a new one')
    await expect(page.getByRole('alert')).toContainText('This code has expired or was used already')
    await expect(field).not.toHaveValue('')
  },
)

test(
  'A gamepad signs a device in on a television, where all that is asked is on the screen (O83)',
  atNight(),
  async ({ browser, page, mailbox }, { outputDir }) => {
    const { username: name, password } = await newPlayer(page, 'LOCAL', mailbox)
    const device = await gameConsoleOf(browser)
    const context = await browser.newContext({ viewport: television, bypassCSP: false })
    const far = await context.newPage()
    await far.addInitScript(connectGamepad)
    await far.goto(`${portal}/device?user_code=${device.code}`)
    await logIn(far, 'LOCAL', { name, password })
    await expect(far).toHaveURL(`${portal}/device?user_code=${device.code}`)
    const numbers = far.getByRole('group').getByRole('button')
    await expect(numbers).toHaveCount(3)
    await far.screenshot({ path: `${outputDir}/television.png` })
    for (const each of [...(await numbers.all()), control(far, 'None of these: refuse')]) {
      await expect(each).toBeInViewport({ ratio: 1 })
    }
    const size = (words: string) =>
      far
        .getByText(words)
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(await size('A device asks to log in')).toBeGreaterThanOrEqual(20)
    expect(await size(device.number)).toBeGreaterThanOrEqual(40)

    const press = async (button: number) => {
      for (const isDown of [true, false]) {
        await far.evaluate(holdButton, { button, isDown })
        await far.evaluate(
          () =>
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        )
      }
    }
    const right = control(far, device.number)
    for (let steps = 0; steps < 4; steps += 1) {
      if (await right.evaluate((element) => element === document.activeElement)) break
      await press(13)
    }
    await expect(right).toBeFocused()
    await far.evaluate(holdButton, { button: 0, isDown: true })
    await expect(far.getByText('The device is logged in to Lantern Console.')).toBeVisible()
    await expect(device.page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible()
    // Back and a reload find that it has worked.
    await far.goBack()
    await expect(far.getByText('The device is logged in to Lantern Console.')).toBeVisible()
    await far.reload()
    await expect(far.getByText('The device is logged in to Lantern Console.')).toBeVisible()
  },
)

test(
  'The page for devices reads from right to left in Arabic · SHOWCASE',
  atNight(),
  async ({ browser }, { outputDir }) => {
    const showcase = portal.replace('//', '//showcase.')
    const device = await gameConsoleOf(browser, `?portal=${showcase}`)
    const english = await browser.newContext(phone)
    const before = await english.newPage()
    await before.goto(`${showcase}/login`)
    await logIn(before, 'PROD')
    await expect(before).toBeOnPath('/account')
    const { cookies } = await english.storageState()
    const spoken = cookies.filter(({ name }) => name !== languageCookie)
    const context = await browser.newContext({
      ...phone,
      locale: 'ar',
      storageState: { cookies: spoken, origins: [] },
    })
    const held = await context.newPage()
    await held.goto(`${showcase}/device?user_code=${device.code}`)
    await expect(held.getByRole('heading', { level: 1 })).toHaveText('تسجيل دخول جهاز')
    expect(await held.evaluate(() => document.documentElement.dir)).toBe('rtl')
    // Sideways the arrows follow the writing.
    await held.getByRole('group').getByRole('button').first().focus()
    await held.keyboard.press('ArrowLeft')
    await expect(held.getByRole('group').getByRole('button').nth(1)).toBeFocused()
    const width = await held.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await held.screenshot({ path: `${outputDir}/phone-arabic.png`, fullPage: true })
  },
)
