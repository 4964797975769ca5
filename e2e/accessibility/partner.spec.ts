import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ok, refused } from '../bench/answers.ts'
import { P3 } from '../bench/environments.ts'
import { expect } from '../bench/expect.ts'
import { box, control, field, submit } from '../bench/page.ts'
import { approve, newcomer, playPartner } from '../bench/partner.ts'
import { test } from '../bench/test.ts'

/* The screens on the way back from a partner: no address alone leads to them. */

for (const environment of P3) {
  test(`Axe finds nothing · a partner's newcomer · ${environment}`, async ({ page, s0 }) => {
    test.slow()
    const RedirectUrl = 'https://www.site.test/back'
    await page.clock.install()
    await playPartner(s0, environment, { ...newcomer, RedirectUrl })
    s0.stub('POST partner/user/register', [
      refused(['Username', 'ERROR_USERNAME_EXIST'], 'ERROR_REGISTER_TOKEN_EMPTY'),
      ok({ Created: 'C-9' }),
    ])
    // Nobody goes on from the last screen while it is looked at.
    s0.stub('GET redirect/allowed-redirect-domains', () => new Promise(() => undefined))
    await page.goto('/oauth/partner?code=c')
    await expect(field(page, 'Username')).toBeVisible()
    await findNothing(page)

    await approve(page, environment)
    await page.clock.fastForward('00:06')
    await submit(page).click()
    await expect(field(page, 'Username')).toHaveError('already taken')
    await expect(field(page, 'Username')).toBeFocused()
    await findNothing(page)

    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeFocused()
    await findNothing(page)
  })
}

test('Axe finds nothing · the unverified account · RELIC', async ({ page, s0 }) => {
  test.slow()
  const SSOEmail = `${'a-very-long-name-without-any-place-to-break'.repeat(2)}@x.test`
  await playPartner(s0, 'RELIC', { AccountNotConfirmed: true, SSOEmail })
  s0.stub('POST partner/relic/resend-validation', [refused('PARTNER_RESPONSE_ERROR'), ok()])
  await page.goto('/oauth/partner?code=c')
  await expect(page.getByRole('heading', { name: 'Email not confirmed' })).toBeVisible()
  await findNothing(page)
  await control(page, 'Send Validation Email').click()
  await expect(page.getByRole('alert')).toContainText('An error occured.')
  await findNothing(page)
  await control(page, 'Send Validation Email').click()
  await expect(page.getByRole('status')).toContainText('on its way')
  await findNothing(page)
})

test('Axe finds nothing · the outage of a partner · FOCUS', async ({ page, s0 }) => {
  await s0.in('FOCUS')
  s0.stub('POST partner/*/login-url', refused('PARTNER_RESPONSE_ERROR'))
  await page.goto('/login')
  await expect(control(page, 'Try again')).toBeVisible()
  await findNothing(page)
})

test('A partner’s newcomer with the keyboard alone · RELIC', async ({ page, s0 }) => {
  await page.clock.install()
  await playPartner(s0, 'RELIC', newcomer)
  await page.goto('/oauth/partner?code=c')
  await control(page, 'Reject all').press('Enter')
  await field(page, 'Username').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('PatToo')
  // What cannot be changed can still be read, and copied.
  await page.keyboard.press('Tab')
  await expect(field(page, 'Email')).toBeFocused()
  for (const name of ['Privacy Policy', 'Terms', 'Code of Conduct']) {
    await page.keyboard.press('Tab')
    await expect(box(page, name)).toBeFocused()
    await page.keyboard.press('Space')
  }
  await page.clock.fastForward('00:06')
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toBeOnPath('/account')
  expect(s0.sent('POST partner/user/register')[0]?.body).toMatchObject({ Username: 'PatToo' })
})

/** Looks at both schemes on a phone and a desktop, and at the narrowest screen there is. */
async function findNothing(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
      )
      expect(faults, `${colorScheme}, ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(needed).toBeLessThanOrEqual(320)
  }
}
