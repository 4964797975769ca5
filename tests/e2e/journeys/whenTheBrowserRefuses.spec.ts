import type { Page } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { blockStorage } from '../fixtures/blockStorage.ts'
import { firstByDay } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

const sorry = 'Ooops, something went wrong.'
const configuration = '**/runtime-configuration/current/environment.json'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says so, in the name of its studio', async ({ page }) => {
    await page.goto(portalOf('RELIC'), { waitUntil: 'load' })
    await expect(page.getByRole('heading', { name: 'JavaScript is switched off' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveText('Relic Entertainment')
    await expect(page.getByText(sorry)).toBeHidden()
  })
})

test.describe('a portal that cannot start says so, and there is a way to try again', () => {
  const answers = {
    'has no configuration': { status: 404, body: '' },
    'has a configuration that cannot be revealed': {
      json: { Value: 'bm90IGEgY2lwaGVy', Encrypted: true },
    },
    'has a configuration that cannot be read': { body: '<!doctype html>' },
  }
  for (const [what, answer] of firstByDay(Object.entries(answers))) {
    test(`T54 ${what}`, async ({ page }) => {
      const printed: string[] = []
      page.on('console', (line) => void printed.push(line.text()))
      await page.route(configuration, (route) => route.fulfill(answer))
      await page.goto(portalOf('TWO-POINT-STUDIOS'))
      await expect(page.getByRole('heading', { name: sorry })).toBeVisible()
      expect(printed.join('\n')).toContain('The portal cannot start.')
      await expect(page.locator('#late').getByRole('banner')).toHaveText('Two Point Studios')
      await expect(page.locator('#root')).toHaveAttribute('inert')
      await page.unroute(configuration)
      await control(page, 'Try again').click()
      await expect(control(page, 'Log in')).toBeVisible()
    })
  }

  test(
    'has neither words nor a configuration, and needs one press for both',
    atNight(),
    async ({ page }) => {
      const lost = [configuration, '**/assets/en-*.js']
      for (const files of lost) await page.route(files, (route) => route.abort())
      await page.goto(portalOf('TWO-POINT-STUDIOS'))
      await expect(page.getByRole('heading', { name: sorry })).toBeVisible()
      for (const files of lost) await page.unroute(files)
      await control(page, 'Try again').click()
      await expect(control(page, 'Log in')).toBeVisible()
      await expect(page.getByRole('heading', { name: sorry })).toHaveCount(0)
    },
  )

  test('has no script, or a browser that cannot run it', atNight(), async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'URLSearchParams'))
    await page.goto(portalOf('SANDBOX'), { waitUntil: 'load' })
    await expect(page.getByRole('heading', { name: sorry })).toBeHidden()
    await skipAnimations(page)
    await expect(page.getByRole('heading', { name: sorry })).toBeVisible()
  })
})

test.describe('a browser that keeps nothing', () => {
  test(
    'T44 shows every public page, and the log-in says what it needs',
    atNight(),
    async ({ page, mailbox }) => {
      const { username, password } = await newPlayer(page, 'SANDBOX', mailbox)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await blockStorage(page)
      for (const path of [
        '/',
        '/register',
        '/password-recovery',
        '/errors/not-found',
        '/account',
      ]) {
        await page.goto(`${portalOf('SANDBOX')}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      await page.goto(`${portalOf('SANDBOX')}/login`)
      await control(page, 'Dark')
        .or(page.getByText('Dark', { exact: true }))
        .click()
      await logIn(page, 'SANDBOX', { name: username, password })
      await expect(page.getByRole('alert')).toContainText('Allow them for this site to log in.')
      await expect(field(page, 'Password')).toHaveValue(password)
      expect(errors).toEqual([])
    },
  )

  test(
    'reloads once for a screen whose file is gone, not for ever',
    atNight(),
    async ({ page }) => {
      await blockStorage(page)
      const requests = await requestsOfNextPages(page)
      await page.route(/\/assets\/Register-/, (route) => route.fulfill({ status: 404 }))
      await page.goto(`${portalOf('SANDBOX')}/register`)
      await expect(page.getByRole('heading', { name: sorry })).toBeVisible()
      const pages = requests.filter((request) => request.isNavigationRequest())
      expect(pages.map(pathOf)).toHaveLength(2)
    },
  )
})

test(
  'T45 a full storage is none: log-in and account work',
  atNight(),
  async ({ page, mailbox }) => {
    const { username, password } = await newPlayer(page, 'SANDBOX', mailbox)
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    await page.goto(`${portalOf('SANDBOX')}/login`)
    await logIn(page, 'SANDBOX', { name: username, password })
    await expect(page).toHaveURL(`${portalOf('SANDBOX')}/account`)
    await page.goto(`${portalOf('SANDBOX')}/twitch/callback?code=CODE-1&state=LOST`)
    await expect(page).toBeOnPath('/errors/bad-request')
    await control(page, 'Try again').click()
    await expect(page, 'where linking begins again').toBeOnPath('/account/link-account')
  },
)

/** Ends everything that waits for its moment. */
async function skipAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
}
