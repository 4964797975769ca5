import { refused } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { field, submit, type } from '../../fixtures/page.ts'
import {
  fillRegistration,
  registrationOf,
  sendRegistration,
} from '../../fixtures/steps/registration.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/* The fields and rules that only one environment's registration has. */

const environment = 'TWO-POINT-STUDIOS'
const today = new Date('2025-06-15T12:00:00Z')
const call = 'POST register/new-user'
const invalid = 'Invalid date value'
const tooYoung = 'You must be at least 13 years old'
const passwordRule =
  'Password must be between 8 and 16 characters with at least an upper case and a lower case character'

test(
  `AT-REG-12 The date of birth gets its dashes · ${environment}`,
  covers('R-5.1-1', 'R-5.1-2', 'R-5.1-3', 'R-2.7-7'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in(environment)
    await page.goto('/register')
    const date = field(page, 'Date of birth')
    await date.pressSequentially('2000')
    await expect(date).toHaveValue('2000-')
    await date.pressSequentially('01')
    await expect(date).toHaveValue('2000-01-')
    await date.pressSequentially('15')
    await expect(date).toHaveValue('2000-01-15')
    await expect(page.getByText(invalid)).toHaveCount(0)
  },
)

test(
  `AT-REG-13 A wrong date of birth says why · ${environment}`,
  covers('R-5.1-5', 'R-5.1-6', 'R-5.1-7', 'R-5.1-9', 'R-9.1-4', 'R-9.1-5'),
  async ({ page, stubbedApi }) => {
    await page.clock.install({ time: today })
    await stubbedApi.in(environment)
    await page.goto('/register')
    const date = field(page, 'Date of birth')
    for (const typed of ['1899-12-31', '2026-01-01', '2000-13-01', '2000-00-10', '2000-01-32']) {
      await type(date, typed)
      await page.clock.runFor(1000)
      await expect(date, typed).toHaveError(invalid)
    }
    await type(date, '2000-01-00')
    await expect(date).toHaveError(invalid)
    await type(date, '2015-01-01')
    await expect(date).toHaveError(tooYoung)
    for (const typed of ['1900-01-01', '2000-12-31']) {
      await type(date, typed)
      await page.clock.runFor(1000)
      await expect(date).toHaveValue(typed)
      await expect(page.getByText(invalid)).toHaveCount(0)
      await expect(page.getByText(tooYoung)).toHaveCount(0)
    }
  },
)

test(
  `AT-REG-16 A wrong date of birth blocks the form · ${environment}`,
  covers('R-5.1-11'),
  async ({ page, stubbedApi }) => {
    await page.clock.install({ time: today })
    await stubbedApi.in(environment)
    await page.goto('/register')
    await fillRegistration(page, environment, {
      ...registrationOf('QaPlayer'),
      dateOfBirth: '2015-01-01',
    })
    await sendRegistration(page)
    await page.clock.runFor(2000)
    await expect(field(page, 'Date of birth')).toHaveError(tooYoung)
    expect(stubbedApi.sent(call)).toEqual([])
    await type(field(page, 'Date of birth'), '2000-01-15')
    await submit(page).click()
    await expect(page).toBeOnPath('/register/confirm')
    expect(stubbedApi.sent(call)).toHaveLength(1)
    expect(stubbedApi.sent(call)[0]?.body).toMatchObject({ DateOfBirth: '2000-01-15' })
  },
)

test(
  `AT-REG-17 The password rule is checked on change · ${environment}`,
  covers('R-5.2-1', 'R-5.2-2', 'R-5.2-3', 'R-5.2-4', 'R-5.2-5', 'R-5.2-6', 'R-9.1-6'),
  async ({ page, stubbedApi }) => {
    await page.clock.install()
    await stubbedApi.in(environment)
    await page.goto('/register')
    const message = page.getByText(passwordRule)
    for (const typed of ['Abc123', 'abcdefg1', 'ABCDEFG1', 'Abcdef 12', 'Abcdefgh123456789']) {
      await type(field(page, 'Password'), typed)
      await page.clock.runFor(1000)
      await expect(message, typed).toBeVisible()
    }
    for (const typed of ['Abcdef12', 'Abcdefgh12345678']) {
      await type(field(page, 'Password'), typed)
      await page.clock.runFor(1000)
      await expect(message, typed).toHaveCount(0)
    }
  },
)

test(
  `AT-REG-19 Both password rules are shown together · ${environment}`,
  covers('R-5.2-7', 'R-8.4-18'),
  async ({ page, stubbedApi }) => {
    await page.clock.install()
    await stubbedApi.in(environment)
    stubbedApi.stub(call, refused(['Password', 'ERROR_PASSWORD_NUMBERS']))
    await page.goto('/register')
    const password = 'Abcdefgh'
    const registration = { ...registrationOf('QaPlayer'), password, confirmPassword: password }
    await fillRegistration(page, environment, registration)
    await page.clock.runFor(1000)
    await expect(page.getByText(passwordRule)).toHaveCount(0)
    await sendRegistration(page)
    await expect(field(page, 'Password')).toHaveError('at least 1 number')
    expect(stubbedApi.sent(call)).toHaveLength(1)
  },
)

test(
  `AT-GEN-08 Reactions to input come after the delay · ${environment}`,
  covers('R-9.1-13', 'R-9.1-14', 'R-5.1-1', 'R-5.2-1'),
  async ({ page, stubbedApi }) => {
    await page.clock.install()
    await stubbedApi.in(environment)
    await page.goto('/register')
    await expect(field(page, 'Password')).toBeVisible()
    // From here on the page's clock goes only by what the test says.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await field(page, 'Password').pressSequentially('short')
    await expect(page.getByText(passwordRule)).toHaveCount(0)
    await page.clock.runFor(1000)
    await expect(page.getByText(passwordRule)).toBeVisible()
    await expect(field(page, 'Password')).toHaveValue('short')
  },
)
