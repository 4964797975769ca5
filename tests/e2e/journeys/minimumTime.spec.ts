import type { Page } from '@playwright/test'
import { holdScripts } from '../fixtures/beforeThePortal.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { firstByDay } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field, submit } from '../fixtures/page.ts'
import { fillRegistration, freshName, registrationOf } from '../fixtures/steps/registration.ts'
import { test } from '../fixtures/test.ts'

/*
 * The minimum time of a form counts from when its screen was shown to the player, by whichever way it
 * came (R-5.4-1).
 */

const portal = portalOf('PROD')
const tooFast = 'Sorry, you are too fast for us! Please retry in a few seconds.'

/** Sets the page's clock, which stands still for the product; timers go on. */
class Clock {
  readonly #page: Page
  #now = Date.now()

  constructor(page: Page) {
    this.#page = page
  }

  forward(seconds: number): Promise<void> {
    this.#now += seconds * 1000
    return this.#page.clock.setFixedTime(this.#now)
  }
}

const form = (page: Page) => field(page, 'Confirm password')

/** The ways to the form. Each takes its time before the form is shown. */
const arrivals: Readonly<Record<string, (page: Page, clock: Clock) => Promise<unknown>>> = {
  'its address': (page) => page.goto(`${portal}/register`),
  async 'the link on Home'(page, clock) {
    await page.goto(portal)
    await expect(page.locator('#root[data-alive]')).toHaveCount(1)
    await clock.forward(60)
    await control(page, 'Create an account').click()
  },
  async 'a link that was pressed before the portal came'(page, clock) {
    const letPortalCome = await holdScripts(page)
    await page.goto(portal, { waitUntil: 'commit' })
    await control(page, 'Create an account').click()
    await clock.forward(60)
    await letPortalCome()
  },
  async 'Back from the log-in'(page, clock) {
    await page.goto(`${portal}/register`)
    await expect(page.locator('#root[data-alive]')).toHaveCount(1)
    await clock.forward(60)
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await expect(field(page, 'Username or email')).toBeVisible()
    await page.goBack()
  },
  async 'a reload'(page, clock) {
    await page.goto(`${portal}/register`)
    await expect(page.locator('#root[data-alive]')).toHaveCount(1)
    await clock.forward(60)
    await page.reload()
  },
}

for (const [way, arrive] of firstByDay(Object.entries(arrivals), 2)) {
  test(`A form that came by ${way} is refused for fifteen seconds, and then sent · AT-REG-05 R-5.4-1`, async ({
    page,
  }) => {
    const clock = new Clock(page)
    await clock.forward(0)
    await arrive(page, clock)
    await expect(form(page)).toBeVisible()
    await expect(page.locator('#root[data-alive]')).toHaveCount(1)
    await fillRegistration(page, 'PROD', registrationOf(freshName()))
    await clock.forward(14)
    await submit(page).click()
    await expect(page.getByText(tooFast)).toBeVisible()
    await expect(page).toHaveURL(`${portal}/register`)
    await clock.forward(2)
    await submit(page).click()
    await expect(page).toHaveURL(`${portal}/register/confirm`)
  })
}

test('A form that is filled in before the portal comes counts from when the page showed it · R-5.4-1', async ({
  page,
}) => {
  const clock = new Clock(page)
  await clock.forward(0)
  const letPortalCome = await holdScripts(page)
  await page.goto(`${portal}/register`, { waitUntil: 'commit' })
  await expect(form(page)).toBeVisible()
  await field(page, 'Username').fill(freshName())
  await clock.forward(16)
  await letPortalCome()
  await expect(page.locator('#root[data-alive]')).toHaveCount(1)
  await fillRegistration(page, 'PROD', registrationOf(freshName()))
  await submit(page).click()
  await expect(page).toHaveURL(`${portal}/register/confirm`)
  await expect(page.getByText(tooFast)).toHaveCount(0)
})
