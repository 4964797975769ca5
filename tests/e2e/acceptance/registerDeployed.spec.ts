import type { Environment } from '@gatehouse/contract/environments'
import type { Page } from '@playwright/test'
import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { box, field, type } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { atNight, covers, test } from '../fixtures/test.ts'

/* Registrations against the running product: its own API, real mail. */

for (const environment of firstByDay(['PROD', 'LOCAL'] as const)) {
  test(
    `AT-REG-23 A newcomer registers, confirms and logs in · ${environment}`,
    atNight('R-1.3-2', 'R-1.3-4', 'R-4.4-2', 'R-4.4-3', 'R-7.11-3', 'R-1.1-2'),
    async ({ page, mailbox }) => {
      const registration = registrationOf(freshName())
      const { username: name, password, email } = registration
      await openRegister(page, environment)
      await fillRegistration(page, environment, registration)
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')

      await page.goto(`${portalOf(environment)}/login`)
      await logIn(page, environment, { name, password })
      await expect(page.getByText('You must confirm your email address')).toBeVisible()

      const mail = await mailbox.newest(email)
      const link = mail.links.find((one) => one.includes('/confirm-email'))
      expect(link).toMatch(new RegExp(`^${portalOf(environment)}/confirm-email\\?uid=.+`))
      await page.goto(link ?? '')
      await expect(page).toBeOnPath('/login')
      await logIn(page, environment, { name, password })
      await expect(page).toBeOnPath('/account')
    },
  )
}

test(
  'AT-REG-24 A newcomer registers and validates · TWO-POINT-STUDIOS',
  covers('R-2.1-17', 'R-2.1-18', 'R-4.4-3', 'R-7.7-2'),
  async ({ page, mailbox }) => {
    const environment = 'TWO-POINT-STUDIOS'
    const registration = registrationOf(freshName())
    const { username: name, password, email } = registration
    await openRegister(page, environment)
    await fillRegistration(page, environment, registration)
    await sendRegistration(page)
    await expect(page).toBeOnPath('/register/confirm')

    const mail = await mailbox.newest(email)
    const link = mail.links.find((one) => one.includes('/register/validate'))
    expect(link).toMatch(/\/register\/validate\?verificationCode=.+/)
    await page.goto(link ?? '')
    await expect(page).toBeOnPath('/login')
    await logIn(page, environment, { name, password })
    await expect(page).toBeOnPath('/account')
  },
)

test(
  'AT-REG-20 The code of conduct is required · TWO-POINT-STUDIOS',
  atNight('R-5.3-1', 'R-5.8-15'),
  async ({ page, mailbox }) => {
    const registration = { ...registrationOf(freshName()), codeOfConduct: false }
    await openRegister(page, 'TWO-POINT-STUDIOS')
    await fillRegistration(page, 'TWO-POINT-STUDIOS', registration)
    await sendRegistration(page)
    await expect(page.getByText('You must accept the Code of Conduct.')).toBeVisible()
    await page.goto(`${portalOf('TWO-POINT-STUDIOS')}/login`)
    const { username: name, password } = registration
    await logIn(page, 'TWO-POINT-STUDIOS', { name, password })
    await expect(page.getByText('Your username or email is unknown.')).toBeVisible()
    expect(await mailbox.list(registration.email)).toEqual([])
  },
)

test(
  'AT-REG-25 The form shows the messages of the server · PROD',
  atNight(
    'R-8.4-9',
    'R-8.4-10',
    'R-8.4-12',
    'R-8.4-13',
    'R-8.4-15 … R-8.4-18',
    'R-8.4-20',
    'R-8.4-32',
  ),
  async ({ page }) => {
    await openRegister(page, 'PROD')
    await fillRegistration(page, 'PROD', {
      ...registrationOf('QaNick'),
      confirmPassword: 'Another1Word',
      confirmEmail: 'another@example.com',
      referrer: 'NoSuchPlayer',
      privacyPolicy: false,
      terms: false,
    })
    for (const [username, words] of [
      ['a', 'between 2 and 25 characters'],
      ['a_b', 'letters and numbers only'],
      ['12345', 'at least one letter'],
      ['x@y.test', 'email as a username'],
    ] as const) {
      await type(field(page, 'Username'), username)
      await sendRegistration(page)
      await expect(field(page, 'Username')).toHaveError(words)
    }
    await expect(field(page, 'Confirm password')).toHaveError('match')
    await expect(field(page, 'Confirm email')).toHaveError('match')
    await expect(box(page, 'Privacy Policy')).toHaveError(
      'You must acknowledge the Privacy Policy.',
    )
    await expect(box(page, 'Terms')).toHaveError('You must accept the account Terms & Conditions.')

    await type(field(page, 'Username'), 'QaNick')
    for (const [password, words] of [
      ['abc', '8 to 50'],
      ['12345678', 'at least 1 letter'],
      ['abcdefgh', 'at least 1 number'],
      ['QaNick12', 'username'],
    ] as const) {
      await field(page, 'Password').fill(password)
      await field(page, 'Confirm password').fill(password)
      await sendRegistration(page)
      await expect(field(page, 'Password')).toHaveError(words)
    }
    await expect(field(page, "Referrer's username")).toHaveError("Your referrer doesn't exist.")
  },
)

test(
  'AT-REG-27 Names are required by the server · TWO-POINT-STUDIOS',
  covers('R-8.4-21', 'R-8.4-22', 'R-5.8-11', 'R-5.8-12'),
  async ({ page }) => {
    await openRegister(page, 'TWO-POINT-STUDIOS')
    await fillRegistration(page, 'TWO-POINT-STUDIOS', {
      ...registrationOf(freshName()),
      firstname: '',
      lastname: '',
    })
    await sendRegistration(page)
    await expect(field(page, 'Firstname')).toHaveError('should not be empty')
    await expect(field(page, 'Lastname')).toHaveError('should not be empty')
  },
)

async function openRegister(page: Page, environment: Environment): Promise<void> {
  await page.clock.install()
  await page.goto(`${portalOf(environment)}/register`)
}
