import { AxeBuilder } from '@axe-core/playwright'
import { refused } from '../bench/answers.ts'
import { expect } from '../bench/expect.ts'
import { toPasswordStep } from '../bench/logIn.ts'
import { control, field } from '../bench/page.ts'
import { fillRegistration, sendRegistration } from '../bench/registration.ts'
import { covers, test } from '../bench/test.ts'
import { screens } from './screens.ts'
import type { Page } from '@playwright/test'

// The environment with the most fields and screens.
const environment = 'TWO-POINT-STUDIOS'
const widths = { phone: 390, desktop: 1280 }

for (const [name, path, who] of screens) {
  test(`Axe finds nothing · ${name}`, covers('R-2.7-26'), async ({ page, s0, signIn }) => {
    test.slow()
    await s0.in(environment)
    if (who === 'signed in') await signIn()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of Object.values(widths)) {
        await page.setViewportSize({ width, height: 800 })
        expect(await faultsOf(page), `${colorScheme}, ${width} px`).toEqual([])
      }
    }
  })

  test(`No horizontal scroll bar at 320 px · ${name}`, async ({ page, s0, signIn }) => {
    await s0.in(environment)
    if (who === 'signed in') await signIn()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
  })
}

test('Axe finds nothing · the settings of cookies', async ({ page, s0 }) => {
  await s0.in(environment)
  await page.goto('/')
  await control(page, 'More settings').click()
  await expect(page.getByRole('switch').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [320, ...Object.values(widths)]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await faultsOf(page), `${colorScheme}, ${width} px`).toEqual([])
    }
  }
})

test('Axe finds nothing · the password step', async ({ page, s0 }) => {
  await s0.in('PROD')
  await page.goto('/login')
  await toPasswordStep(page, 'PROD')
  await expect(field(page, 'Password')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('Axe finds nothing · a refused registration', async ({ page, s0 }) => {
  await page.clock.install()
  await s0.in(environment)
  s0.stub(
    'POST register/new-user',
    refused(['Username', 'ERROR_USERNAME_EXIST'], ['', 'ERROR_NOT_ALLOWED']),
  )
  await page.goto('/register')
  await fillRegistration(page, environment)
  await sendRegistration(page)
  await expect(field(page, 'Username')).toHaveError('already taken')
  expect(await faultsOf(page)).toEqual([])
})

test('Axe finds nothing · a refused log-in', async ({ page, s0 }) => {
  await s0.in(environment)
  s0.stub('POST log/log-in', refused('ERROR_USER_CONFIRMED'))
  await page.goto('/login')
  await toPasswordStep(page, environment)
  await field(page, 'Password').fill('Welcome2Gate')
  await control(page, 'Connect').click()
  await expect(page.getByText('You must confirm your email address')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('Axe finds nothing · the access key', async ({ page, s0 }) => {
  await s0.in(environment, { RegisterWithAccessKeys: true })
  await page.goto('/access-key')
  await expect(field(page, 'Key')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('Axe finds nothing · a recovery link that leads nowhere', async ({ page, s0 }) => {
  await s0.in(environment)
  s0.stub('GET email/update-email-recovery', refused('ERROR_EMAIL_RECOVERY_EXPIRED'))
  await page.goto('/account/update-email/recovery?uid=U')
  await expect(page.getByText('Your link has expired')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('Axe finds nothing · the question for the password', async ({ page, s0, signIn }) => {
  await s0.in(environment)
  s0.stub('POST profile/user/42/update-email', refused('ERROR_REAUTHENTICATION_REQUIRED'))
  await signIn()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/account/update-email')
    await field(page, 'New email').fill('new@example.com')
    await control(page, 'Confirm').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faultsOf(page), colorScheme).toEqual([])
  }
})

/** What axe finds, one line a fault and element. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}
