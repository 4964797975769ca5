import { environments } from '@gatehouse/contract/environments'
import { distinctBy, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { box, control, field, topOf } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import type { Locator, Page } from '@playwright/test'

const requirements = {
  'AT-REG-01': [
    'R-2.7-1',
    'R-2.7-4',
    'R-2.7-8',
    'R-2.7-9',
    'R-2.7-10',
    'R-2.7-11',
    'R-2.7-13',
    'R-2.7-15',
  ],
  'AT-REG-02': [
    'R-1.2-5',
    'R-1.2-6',
    'R-2.7-2',
    'R-2.7-3',
    'R-2.7-6',
    'R-2.7-7',
    'R-2.7-17',
    'R-2.7-22',
  ],
} as const

for (const environment of distinctBy(
  ({ registerAsksIdentity, codeOfConduct }) => [registerAsksIdentity, codeOfConduct],
  ownLoginEnvironments,
)) {
  const order = environments[environment].registerAsksIdentity ? 'AT-REG-02' : 'AT-REG-01'
  test(
    `${order} AT-REG-08 AT-REG-03 The form has its fields in order, traps no player meets, and an address that is typed twice · ${environment}`,
    covers(...requirements[order], 'R-2.7-26', 'R-2.7-12'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/register')
      await test.step(`${order} fields and order`, () =>
        order === 'AT-REG-01' ? expectFields(page) : expectFieldsOfIdentity(page))
      await test.step('AT-REG-08 traps cannot be met by players', async () => {
        await field(page, 'Username').focus()
        const isSubmit =
          'document.activeElement === document.querySelector("form button[type=submit]")'
        for (let steps = 0; steps < 40 && (await page.evaluate(isSubmit)) !== true; steps += 1) {
          const focused = page.locator(':focus')
          await expect(focused).toBeInViewport()
          expect((await focused.boundingBox())?.width).toBeGreaterThan(4)
          await page.keyboard.press('Tab')
        }
        expect(await page.evaluate(isSubmit)).toBe(true)
        const traps = page.locator('form input[tabindex="-1"]')
        await expect(traps).toHaveCount(2)
        for (const trap of await traps.all()) {
          await expect(trap).toHaveAttribute('autocomplete', 'off')
          await expect(trap).not.toBeInViewport()
        }
      })
      await test.step('AT-REG-03 paste is blocked on Confirm email', async () => {
        const [email, confirm] = [field(page, 'Email'), field(page, 'Confirm email')]
        await email.fill('copied@example.com')
        await email.press('ControlOrMeta+a')
        await email.press('ControlOrMeta+c')
        await confirm.press('ControlOrMeta+v')
        await expect(confirm).toHaveValue('')
        await email.fill('')
        await email.press('ControlOrMeta+v')
        await expect(email).toHaveValue('copied@example.com')
        await confirm.pressSequentially('typed@example.com')
        await expect(confirm).toHaveValue('typed@example.com')
      })
    },
  )

  test(
    `AT-REG-04 The referrer comes from the address, and the opt-in can be off · ${environment}`,
    covers('R-2.7-14', 'R-2.7-20'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment, { EnableNewsletterSection: false })
      await page.goto('/register?referrer=Bob%20B')
      const referrer = field(page, "Referrer's username")
      await expect(referrer).toHaveValue('Bob B')
      await referrer.fill('Ann')
      await expect(referrer).toHaveValue('Ann')
      await expect(box(page, 'newsletter')).toHaveCount(0)
    },
  )
}

/** Expects the fields of a form without the player's real name and birthday. */
async function expectFields(page: Page): Promise<void> {
  await expectInOrder(
    [
      'Username',
      'Password',
      'Confirm password',
      'Email',
      'Confirm email',
      "Referrer's username",
    ].map((label) => field(page, label)),
  )
  await expectInOrder(['Privacy Policy', 'Terms', 'newsletter'].map((name) => box(page, name)))
  await expect(box(page, 'newsletter')).not.toBeChecked()
  for (const label of ['Firstname', 'Lastname', 'Date of birth']) {
    await expect(field(page, label)).toHaveCount(0)
  }
  await expect(control(page, 'Log in')).toHaveAttribute('href', '/login')
}

/** Expects the fields of a form with the player's real name and birthday. */
async function expectFieldsOfIdentity(page: Page): Promise<void> {
  await expectInOrder(
    [
      'Username',
      'Firstname',
      'Lastname',
      'Date of birth',
      'Password',
      'Confirm password',
      'Email',
      'Confirm email',
      "Referrer's username",
    ].map((label) => field(page, label)),
  )
  await expectInOrder(
    ['Privacy Policy', 'Terms', 'Code of Conduct', 'newsletter'].map((name) => box(page, name)),
  )
}

/** All are visible, one after the other in reading order: never above the one before. */
async function expectInOrder(locators: readonly Locator[]): Promise<void> {
  const places: number[] = []
  const tops: number[] = []
  for (const locator of locators) {
    await expect(locator).toBeVisible()
    places.push(
      await locator.evaluate((element) => [...document.querySelectorAll('*')].indexOf(element)),
    )
    tops.push(await topOf(locator))
  }
  expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
}
