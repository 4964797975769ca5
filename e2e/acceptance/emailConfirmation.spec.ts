import { portalOf } from '../fixtures/running-product/addresses.ts'
import { ok, refused } from '../fixtures/stubbed-api/answers.ts'
import { distinctBy, partnerEnvironments } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control, field } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { covers, test } from '../fixtures/test.ts'

const confirm = 'POST email/confirm'
const resend = 'POST email/send-confirmation-email'

for (const environment of distinctBy(({ registrationMailOpens, signIn }) => [
  registrationMailOpens,
  signIn,
])) {
  test(
    `AT-VER-01 A confirmation link confirms and leads to the log-in · ${environment}`,
    covers('R-2.1-57', 'R-7.11-3', 'R-4.4-2', 'R-4.4-3'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/confirm-email?uid=U%2F1')
      await (partnerEnvironments.includes(environment)
        ? expect(page).toHaveURL('https://partner.test/login')
        : expect(page).toBeOnPath('/login'))
      expect(stubbedApi.sent(confirm)).toHaveLength(1)
      expect(stubbedApi.sent(confirm)[0]?.body).toEqual({ Uid: 'U/1' })
      expect(stubbedApi.sent(confirm)[0]?.headers['authorization']).toBeUndefined()
    },
  )
}

test(
  'AT-VER-02 A confirmation leads to an allowed redirect URL alone · PROD',
  covers('R-2.1-59', 'R-4.1-12'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/confirm-email?uid=U&redirectUrl=https%3A%2F%2Fwww.site.test%2Fw')
    await expect(page).toHaveURL('https://www.site.test/w')
    await page.goto('/confirm-email?uid=U&redirectUrl=https%3A%2F%2Fevil.io')
    await expect(page).toBeOnPath('/login')
    expect(stubbedApi.visits).toEqual(['https://www.site.test/w'])
  },
)

test(
  'AT-VER-03 A dead confirmation link says that it has expired · PROD',
  covers('R-8.1-5', 'R-8.1-7', 'R-8.4-6'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub(confirm, refused('ERROR_EMAIL_RECOVERY_EXPIRED'))
    await page.goto('/confirm-email?uid=U')
    await expect(page).toBeOnPath('/errors/bad-request')
    expect(new URL(page.url()).searchParams.has('message')).toBe(true)
    await expect(page.getByText('Your link has expired.')).toBeVisible()
  },
)

for (const environment of ['PROD', 'RELIC', 'TWO-POINT-STUDIOS'] as const) {
  test(
    `AT-VER-04 A visitor can ask for a new confirmation mail · ${environment}`,
    covers('R-2.1-61', 'R-2.11-1', 'R-2.11-2', 'R-2.11-3', 'R-7.11-4'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/confirm-email/send')
      await field(page, 'Email').fill('somebody@example.com')
      await control(page, 'Send').click()
      await expect(page).toBeOnPath('/register/confirm')
      await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
      expect(stubbedApi.sent(resend)).toHaveLength(1)
      expect(stubbedApi.sent(resend)[0]?.body).toEqual({ Email: 'somebody@example.com' })
      expect(stubbedApi.sent(resend)[0]?.headers['authorization']).toBeUndefined()
    },
  )
}

for (const query of ['', '?verificationCode=']) {
  test(
    `AT-VER-05 A validation without a code is refused · TWO-POINT-STUDIOS ${query}`,
    covers('R-5.6-1', 'R-5.6-2'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in('TWO-POINT-STUDIOS')
      await page.goto(`/register/validate${query}`)
      await expect(page.getByText('This request should have a verification code.')).toBeVisible()
      expect(stubbedApi.sent('POST register/verify')).toEqual([])
    },
  )
}

test(
  'AT-VER-06 A verification code is sent and leads to the log-in · TWO-POINT-STUDIOS',
  covers('R-2.1-18', 'R-7.7-2', 'R-4.4-3'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('TWO-POINT-STUDIOS')
    stubbedApi.stub('POST register/verify', ok())
    await page.goto('/register/validate?verificationCode=V-1')
    await expect(page).toBeOnPath('/login')
    expect(stubbedApi.sent('POST register/verify').map(({ body }) => body)).toEqual([
      { VerificationCode: 'V-1' },
    ])
  },
)

test(
  'AT-VER-08 A resent confirmation works, and none is sent to a confirmed account · PROD',
  covers('R-7.11-4', 'R-1.3-4'),
  async ({ page, mailbox }) => {
    const registration = registrationOf(freshName())
    const { username: name, password, email } = registration
    const portal = portalOf('PROD')
    await page.clock.install()
    await page.goto(`${portal}/register`)
    await fillRegistration(page, 'PROD', registration)
    await sendRegistration(page)
    await expect(page).toBeOnPath('/register/confirm')
    await mailbox.newest(email)

    const askAgain = async () => {
      await page.goto(`${portal}/confirm-email/send`)
      await field(page, 'Email').fill(email)
      await control(page, 'Send').click()
      await expect(page).toBeOnPath('/register/confirm')
    }
    await askAgain()
    const second = await mailbox.newest(email, 2)
    await page.goto(second.links.find((link) => link.includes('/confirm-email')) ?? '')
    await expect(page).toBeOnPath('/login')
    await logIn(page, 'PROD', { name, password })
    await expect(page).toBeOnPath('/account')
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')

    // For a confirmed account the answer is the same and no further mail comes. Mails are sent in
    // their order: when the other player's has come, ours would have come before it.
    await askAgain()
    await page.goto(`${portal}/confirm-email/send`)
    const before = (await mailbox.list('unconfirmed@example.com')).length
    await field(page, 'Email').fill('unconfirmed@example.com')
    await control(page, 'Send').click()
    await mailbox.newest('unconfirmed@example.com', before + 1)
    expect(await mailbox.list(email)).toHaveLength(2)
  },
)
