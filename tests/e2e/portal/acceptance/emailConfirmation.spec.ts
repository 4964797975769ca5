import { ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy, firstByDay, partnerEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const confirm = 'POST email/confirm'
const resend = 'POST email/send-confirmation-email'

for (const environment of firstByDay(
  distinctBy(({ registrationMailOpens, signIn }) => [registrationMailOpens, signIn]),
)) {
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

for (const environment of firstByDay(['PROD', 'RELIC', 'TWO-POINT-STUDIOS'] as const)) {
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

for (const [environment, address, call, secret] of [
  ['PROD', '/confirm-email?uid=U', confirm, { Uid: 'U' }],
  [
    'TWO-POINT-STUDIOS',
    '/register/validate?verificationCode=U',
    'POST register/verify',
    { VerificationCode: 'U' },
  ],
] as const) {
  test(`A link asks for the account by its name where several wait for the address, and a press confirms it (D22) · ${environment}`, async ({
    page,
    stubbedApi,
    keyboard,
  }) => {
    await stubbedApi.in(environment)
    const asked = status(400)
    const item = {
      Property: '',
      ErrorMessage: 'ERROR_EMAIL_SHARED',
      Account: { Username: 'Quinn' },
    }
    stubbedApi.stub(call, [
      { ...asked, body: { ErrorMessages: [item] } },
      refused('ERROR_EMAIL_EXIST'),
      ok({ Username: 'Quinn' }),
    ])
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm the account Quinn?')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('only if you chose the name Quinn')).toBeVisible()
    const press = control(page, 'Confirm this account')
    // A refusal is said beside the button, which stays.
    await keyboard.tabTo(press)
    await keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('An account with this email already exists')
    await press.click()
    await expect(page).toBeOnPath('/login')
    await expect(page.getByText('Your email is confirmed. Log in and play.')).toBeVisible()
    await expect(field(page, 'Username or email')).toHaveValue('Quinn')
    const sent = stubbedApi.sent(call).map(({ body }) => body)
    const named = { ...secret, Username: 'Quinn' }
    expect(sent).toEqual([secret, named, named])
  })
}
