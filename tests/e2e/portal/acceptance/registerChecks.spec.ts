import { holdBack, ok } from '../../fixtures/stubbed-api/answers.ts'
import { playCaptcha } from '../../fixtures/captcha.ts'
import { distinctBy, firstByDay, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { submit } from '../../fixtures/page.ts'
import { fillRegistration, sendRegistration } from '../../fixtures/steps/registration.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import type { Page } from '@playwright/test'

test.use({ hasClock: true })

/* The checks between a filled form and its call: time, traps, captcha, double clicks. */

const tooFast = 'Sorry, you are too fast for us! Please retry in a few seconds.'
const call = 'POST register/new-user'

for (const environment of firstByDay(
  distinctBy(
    ({ registerAsksIdentity, codeOfConduct }) => [registerAsksIdentity, codeOfConduct],
    ownLoginEnvironments,
  ),
)) {
  test(
    `AT-REG-07 Bot traps are silent · ${environment}`,
    covers('R-2.7-5', 'R-2.7-21', 'R-5.4-6', 'R-5.4-7', 'R-5.4-9'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment)
      for (const trap of ['text', 'checkbox'] as const) {
        await test.step(`the hidden ${trap}`, async () => {
          await page.goto('/register')
          await fillRegistration(page, environment)
          const before = await page.locator('main').innerText()
          await springTrap(page, trap)
          await sendRegistration(page)
          await page.clock.runFor(2000)
          expect(stubbedApi.sent('POST **')).toEqual([])
          expect(await page.locator('main').innerText()).toBe(before)
          await expect(page).toBeOnPath('/register')
        })
      }
    },
  )
}

/* Checks that no rule of an environment changes. */
for (const environment of distinctBy(() => null, ownLoginEnvironments)) {
  test(
    `AT-REG-05 A form that is sent too fast is not sent on · ${environment}`,
    covers('R-5.4-1', 'R-5.4-5', 'R-9.1-10'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment)
      await page.goto('/register')
      await fillRegistration(page, environment)
      await submit(page).click()
      await expect(page.getByText(tooFast)).toBeVisible()
      await page.clock.fastForward('00:05')
      expect(stubbedApi.sent(call)).toEqual([])
      await page.clock.fastForward('00:12')
      await submit(page).click()
      await expect(page).toBeOnPath('/register/confirm')
      await expect(page.getByText(tooFast)).toHaveCount(0)
      expect(stubbedApi.sent(call)).toHaveLength(1)
    },
  )

  test(
    `AT-REG-21 A registration waits for a good captcha · ${environment}`,
    covers('R-5.5-2', 'R-5.5-3', 'R-5.5-5', 'R-5.5-6', 'R-8.4-50', 'R-8.4-51'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await playCaptcha(page, 'CAP-9')
      await stubbedApi.in(environment, { EnableCaptcha: true })
      stubbedApi.stub('POST recaptcha/verify', [
        ok({ Success: false, IsValid: false }),
        ok({ Success: true, IsValid: false }),
      ])
      await page.goto('/register')
      await fillRegistration(page, environment)
      await sendRegistration(page)
      await expect(page.getByText('An error occured. Please try again later.')).toBeVisible()
      await submit(page).click()
      await expect(page.getByText("You're not allowed to create an account.")).toBeVisible()
      expect(stubbedApi.sent(call)).toEqual([])
    },
  )

  test(
    `AT-REG-22 The minimum time is checked before the captcha · ${environment}`,
    covers('R-5.5-2', 'R-3.9-16', 'R-5.4-5'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      const actions = await playCaptcha(page, 'CAP-9')
      await stubbedApi.in(environment, { EnableCaptcha: true })
      stubbedApi.stub('POST recaptcha/verify', ok({ Success: true, IsValid: true }))
      await page.goto('/register')
      await fillRegistration(page, environment)
      await submit(page).click()
      await expect(page.getByText(tooFast)).toBeVisible()
      expect(await actions()).toEqual([])
      expect(stubbedApi.sent('POST **')).toEqual([])
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')
      expect(await actions()).toEqual(['register'])
      expect(stubbedApi.sent('POST **').map(({ name }) => name)).toEqual([
        'POST recaptcha/verify',
        call,
      ])
      expect(stubbedApi.sent('POST recaptcha/verify')[0]?.body).toEqual({ Token: 'CAP-9' })
      expect(stubbedApi.sent(call)[0]?.body).toMatchObject({ ReCAPTCHAToken: 'CAP-9' })
    },
  )

  test(
    `AT-REG-26 Three clicks send one registration · ${environment}`,
    covers('R-4.12-1', 'R-4.12-2'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment)
      const held = holdBack()
      stubbedApi.stub(call, () => held.of(ok()))
      await page.goto('/register')
      await fillRegistration(page, environment)
      await page.clock.fastForward('00:20')
      await submit(page).click({ clickCount: 3 })
      await expect(stubbedApi).toHaveSent(call, 1)
      held.release()
      await expect(page).toBeOnPath('/register/confirm')
      expect(stubbedApi.sent(call)).toHaveLength(1)
    },
  )
}

/** Fills a hidden input as a robot does: by script, with the events that a framework listens to. */
async function springTrap(page: Page, kind: 'text' | 'checkbox'): Promise<void> {
  const traps = page.locator('form input[tabindex="-1"]')
  const trap = page.locator(
    kind === 'checkbox'
      ? 'form input[tabindex="-1"][type=checkbox]'
      : 'form input[tabindex="-1"]:not([type=checkbox])',
  )
  await expect(traps).toHaveCount(2)
  await trap.evaluate((input: HTMLInputElement) => {
    if (input.type === 'checkbox') return input.click()
    Reflect.set(HTMLInputElement.prototype, 'value', 'Robot', input)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
