import { refused } from '../../fixtures/stubbed-api/answers.ts'
import {
  distinctBy,
  firstByDay,
  ownLoginEnvironments,
  standardAccountEnvironments,
} from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { box, field, topOf } from '../../fixtures/page.ts'
import {
  fillRegistration,
  registrationOf,
  sendRegistration,
} from '../../fixtures/steps/registration.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

const call = 'POST register/new-user'

for (const environment of firstByDay(
  distinctBy(
    ({ registerAsksIdentity, codeOfConduct }) => [registerAsksIdentity, codeOfConduct],
    ownLoginEnvironments,
  ),
)) {
  test(
    `AT-REG-10 A registration leads to the mailbox notice · ${environment}`,
    covers('R-2.7-23', 'R-2.7-24', 'R-4.4-1', 'R-2.1-16', 'R-8.1-2'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment)
      stubbedApi.stub(call, { status: 201, body: {} })
      await page.goto('/register')
      await fillRegistration(page, environment)
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')
      await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
    },
  )

  test(
    `AT-REG-11 Each error stands at its field or below the form · ${environment}`,
    covers(
      'R-8.3-1',
      'R-8.3-2',
      'R-5.8-17',
      'R-3.8-1',
      'R-3.8-2',
      'R-3.8-3',
      'R-8.4-8',
      'R-8.4-42',
    ),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment)
      stubbedApi.stub(
        call,
        refused(
          ['Username', 'ERROR_USERNAME_EXIST'],
          ['Email', 'ERROR_EMAIL_EXIST'],
          ['Referrer', 'ERROR_USER_REFERRER_NOTEXISTS'],
          ['IP', 'ERROR_USER_IP_BANNED_REGISTER'],
          ['', 'ERROR_NOT_ALLOWED'],
        ),
      )
      await page.goto('/register')
      await fillRegistration(page, environment)
      await sendRegistration(page)
      await expect(field(page, 'Username')).toHaveError('already taken')
      await expect(field(page, 'Email')).toHaveError('An account with this email already exists')
      await expect(field(page, "Referrer's username")).toHaveError("Your referrer doesn't exist.")
      const lastBox = await topOf(page.getByRole('checkbox').last())
      for (const words of ['Your IP address has been banned', 'You are not allowed to do this']) {
        expect(await topOf(page.getByText(words))).toBeGreaterThan(lastBox)
      }
      expect(await topOf(page.getByText('already taken'))).toBeLessThan(
        await topOf(field(page, 'Password')),
      )
      await expect(page).toBeOnPath('/register')
    },
  )
}

for (const environment of firstByDay(
  distinctBy(
    ({ registerAsksIdentity, codeOfConduct }) => [registerAsksIdentity, codeOfConduct],
    standardAccountEnvironments,
  ),
)) {
  test(
    `AT-REG-09 The registration sends the specified payload · ${environment}`,
    covers('R-3.9-1 … R-3.9-19', 'R-7.7-1', 'R-1.4-11'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment)
      await page.goto('/register')
      await fillRegistration(page, environment)
      await box(page, 'newsletter').check()
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')
      expect(stubbedApi.sent(call)[0]?.body).toEqual({
        Username: 'QaPlayer',
        Firstname: '',
        Lastname: '',
        UsageNameHoneyPot: '',
        DateOfBirth: '',
        Password: 'Castle4Kites',
        ConfirmPassword: 'Castle4Kites',
        Email: 'qaplayer@example.com',
        ConfirmEmail: 'qaplayer@example.com',
        Referrer: '',
        ApprovePrivacyPolicy: true,
        ApproveEULA: true,
        ApproveCodeOfConduct: false,
        G2GSegaOptin: true,
        Additional: false,
        ReCAPTCHAToken: '',
        StudioName: 'Studio',
        ClientId: '',
        AccessKeyValue: '',
      })
    },
  )

  test(
    `AT-REG-18 The 8-to-16 rule does not hold elsewhere · ${environment}`,
    covers('R-5.2-8'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment)
      await page.goto('/register')
      const password = 'abcdefghij1234567890'
      const registration = { ...registrationOf('QaPlayer'), password, confirmPassword: password }
      await fillRegistration(page, environment, registration)
      await page.clock.runFor(1000)
      await expect(page.getByText('between 8 and 16 characters')).toHaveCount(0)
      await sendRegistration(page)
      await expect(stubbedApi).toHaveSent(call, 1)
    },
  )
}
