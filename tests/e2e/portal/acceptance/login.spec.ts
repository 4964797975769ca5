import {
  type Answer,
  full,
  holdBack,
  ok,
  refused,
  status,
} from '../../fixtures/stubbed-api/answers.ts'
import { playCaptcha } from '../../fixtures/captcha.ts'
import { identification } from '../../fixtures/stubbed-api/defaults.ts'
import {
  distinctBy,
  firstByDay,
  oneStepEnvironments,
  ownLoginEnvironments,
  twoStepEnvironments,
} from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn, toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import { requestsFromNowOn } from '../../fixtures/traffic.ts'

for (const environment of twoStepEnvironments) {
  test(
    `AT-LOG-01 AT-LOG-02 AT-LOG-04 The name comes first, then the password, and the name can be changed · ${environment}`,
    covers(
      'R-2.5-1',
      'R-2.5-6',
      'R-2.5-7',
      'R-2.5-8',
      'R-2.5-9',
      'R-2.5-18',
      'R-2.5-19',
      'R-2.5-10',
      'R-2.5-11',
      'R-2.5-12',
      'R-2.5-13',
      'R-7.5-1',
      'R-3.2-1',
      'R-4.2-1',
      'R-2.5-14',
      'R-2.5-15',
    ),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub('POST log/identify', [
        ok(identification),
        ok({ ...identification, Id_User: 43, Username: 'PlayerTwo' }),
      ])
      await page.goto('/login')
      await test.step('AT-LOG-01 the step of the name', async () => {
        await expect(field(page, 'Username or email')).toBeVisible()
        await expect(control(page, 'Next')).toBeVisible()
        await expect(page.locator('input[type=password]')).toHaveCount(0)
        const lost = control(page, 'Lost your password?')
        await expect(lost).toHaveAttribute('href', '/password-recovery')
        await expect(control(page, 'Create an account')).toHaveAttribute('href', '/register')
      })
      await test.step('AT-LOG-02 the step of the password', async () => {
        await toPasswordStep(page, environment)
        await expect(field(page, 'Password')).toBeVisible()
        await expect(page.locator(`img[src="${identification.AvatarUrl}"]`)).toBeVisible()
        await expect(page.getByText('PlayerOne')).toBeVisible()
        await expect(page.getByText('Map Maker Founder')).toBeVisible()
        const [identify] = stubbedApi.sent('POST log/identify')
        const keys = ['ClientId', 'RedirectUrl', 'Token', 'UsernameOrEmail']
        expect(keysOf(identify?.body)).toEqual(keys)
        expect(identify?.body).toMatchObject({ UsernameOrEmail: 'PlayerOne' })
      })
      await test.step('AT-LOG-04 not your account', async () => {
        await field(page, 'Password').fill('half a passw')
        await control(page, 'not your account').click()
        await expect(field(page, 'Username or email')).toBeVisible()
        await expect(field(page, 'Password')).toHaveCount(0)
        await toPasswordStep(page, environment, 'PlayerTwo')
        await expect(field(page, 'Password')).toHaveValue('')
        await expect(page.getByText('PlayerTwo')).toBeVisible()
      })
    },
  )

  test(
    `AT-LOG-03 The password step logs a player in · ${environment}`,
    covers('R-4.2-1', 'R-4.2-2', 'R-4.2-3', 'R-7.5-2'),
    async ({ page, stubbedApi, context }) => {
      await stubbedApi.in(environment)
      await page.goto('/login')
      await logIn(page, environment)
      await expect(page).toBeOnPath('/account')
      expect(keysOf(stubbedApi.sent('POST log/log-in')[0]?.body)).toEqual(logInKeys)
      expect((await context.cookies()).map(({ value }) => value)).toContain('IDENT-1')
      expect(stubbedApi.sent('GET token/IDENT-1')).toHaveLength(1)
    },
  )

  test(
    `AT-LOG-05 A partner’s player is led to the partner · ${environment}`,
    covers('R-2.5-16', 'R-2.5-17', 'R-7.6-6', 'R-3.2-2', 'R-3.2-3', 'R-3.2-7', 'R-9.1-19'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      const pat = { AuthPartner: 'Relic', Id_User: 7, Username: 'Pat', Email: 'pat@x.test' }
      stubbedApi.stub('POST log/identify', ok({ AuthType: 2, ...pat }))
      stubbedApi.stub('POST partner/login-url', ok('https://partner.test/login'))
      await page.goto('/login')
      await toPasswordStep(page, environment, 'Pat')
      await expect(field(page, 'Password')).toHaveCount(0)
      await control(page, 'Connect with Relic account').click()
      await expect(page).toHaveURL('https://partner.test/login')
      const [asked] = stubbedApi.sent('POST partner/login-url')
      expect(Object.keys(asked?.query ?? {}).toSorted()).toEqual(['clientId', 'redirectUrl'])
      expect(asked?.body).toEqual(pat)
    },
  )
}

for (const environment of distinctBy(({ signIn }) => signIn, oneStepEnvironments)) {
  test(
    `AT-LOG-06 The one-step form logs a player in · ${environment}`,
    covers('R-2.5-2', 'R-2.5-3', 'R-2.5-4', 'R-2.5-5'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/login')
      await expect(field(page, 'Username or email')).toBeVisible()
      await expect(field(page, 'Password')).toBeVisible()
      await expect(control(page, 'Next')).toHaveCount(0)
      await logIn(page, environment)
      await expect(page).toBeOnPath('/account')
      expect(stubbedApi.sent('POST log/identify')).toEqual([])
      expect(stubbedApi.sent('POST log/log-in')).toHaveLength(1)
    },
  )

  test(
    `AT-LOG-05 The one-step form leads a partner’s player to the partner · ${environment}`,
    covers('R-2.5-16', 'R-2.5-17', 'R-7.6-6', 'R-9.1-19'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      const pat = { AuthPartner: 'Relic', Id_User: 7, Username: 'Pat', Email: 'pat@x.test' }
      stubbedApi.stub('POST log/log-in', [
        refused('ERROR_NOT_ALLOWED'),
        refused('ERROR_USERNAME_PASSWORD_INCORRECT'),
      ])
      stubbedApi.stub('POST log/identify', ok({ AuthType: 2, ...pat }))
      stubbedApi.stub('POST partner/login-url', ok('https://partner.test/login'))
      await page.goto('/login')
      await test.step('a deployment that says which accounts exist', async () => {
        await logIn(page, environment, { name: 'Pat' })
        await expect(control(page, 'Connect with Relic account')).toBeVisible()
        await expect(page.getByText('Pat', { exact: true })).toBeVisible()
        await expect(field(page, 'Password')).toHaveCount(0)
        await control(page, 'not your account').click()
        await expect(field(page, 'Username or email')).toHaveValue('')
      })
      await test.step('a deployment that hides it', async () => {
        await logIn(page, environment, { name: 'Pat' })
        await control(page, 'Connect with Relic account').click()
        await expect(page).toHaveURL('https://partner.test/login')
        expect(stubbedApi.sent('POST partner/login-url')[0]?.body).toEqual(pat)
      })
    },
  )

  test(`The one-step form shows the refusal of an account that no partner has · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(environment)
    stubbedApi.stub('POST log/log-in', [
      refused('ERROR_NOT_ALLOWED'),
      refused('ERROR_USERNAME_PASSWORD_INCORRECT'),
    ])
    await page.goto('/login')
    await logIn(page, environment)
    await expect(page.getByText('You are not allowed to do this action.')).toBeVisible()
    await control(page, 'Connect').click()
    await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
  })
}

test('AT-LOG-11 A lock says why, for how long, and who can help · SANDBOX', async ({
  page,
  stubbedApi,
}) => {
  const SupportUrl = 'https://support.site.test/help'
  await stubbedApi.in('SANDBOX', { SupportUrl })
  const Ban = { Reason: 'You <b>sold</b> keys.', Until: '2031-05-03T10:00:00.000Z' }
  stubbedApi.stub('POST log/log-in', [
    withItem('ERROR_USER_BANNED', { Ban }),
    { ...withItem('ERROR_TOO_MANY_ATTEMPTS'), headers: full(840).headers ?? {} },
    withItem('ERROR_USERNAME_PASSWORD_INCORRECT'),
  ])
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  const support = page.getByRole('link', { name: 'Contact support' })
  await expect(page.getByText('Your account has been banned.')).toBeVisible()
  await expect(page.getByText('Reason: You <b>sold</b> keys.')).toBeVisible()
  await expect(page.getByText(/The ban ends on .*2031/)).toBeVisible()
  await expect(support).toHaveAttribute('href', SupportUrl)
  await expect(support).toHaveAttribute('rel', 'noopener')
  await control(page, 'Connect').click()
  await expect(page.getByText('You can try again in 14 minutes.')).toBeVisible()
  await expect(page.getByText('Reason:')).toHaveCount(0)
  await expect(support).toBeVisible()
  await control(page, 'Connect').click()
  await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
  await expect(support).toHaveCount(0)
  await test.step('the page of a bad request', async () => {
    await page.goto('/errors/bad-request?message=ERROR_USER_BANNED')
    await expect(support).toHaveAttribute('href', SupportUrl)
    await stubbedApi.in('SANDBOX', { SupportUrl: 'javascript:alert(1)' })
    await page.goto('/errors/bad-request?message=ERROR_USER_BANNED')
    await expect(page.getByText('Your account has been banned.')).toBeVisible()
    await expect(support).toHaveCount(0)
  })
})

for (const environment of distinctBy(() => null, ownLoginEnvironments)) {
  test(
    `AT-LOG-09 AT-LOG-11 A banned player, an unknown code and an unconfirmed account are named · ${environment}`,
    covers('R-2.5-20', 'R-2.5-21', 'R-8.3-4', 'R-8.4-38', 'R-8.4-33', 'R-8.3-7'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub('POST log/log-in', [
        refused('ERROR_USER_BANNED'),
        refused('ERROR_SOMETHING_NEW'),
        refused('ERROR_USER_CONFIRMED'),
      ])
      await page.goto('/login')
      const notice = page.getByText('You must confirm your email address')
      await logIn(page, environment)
      await test.step('AT-LOG-11 banned; unknown code', async () => {
        await expect(page.getByText('Your account has been banned.')).toBeVisible()
        await control(page, 'Connect').click()
        await expect(page.getByText('ERROR_SOMETHING_NEW')).toBeVisible()
        await expect(notice).toHaveCount(0)
      })
      await test.step('AT-LOG-09 unconfirmed account', async () => {
        await control(page, 'Connect').click()
        await expect(notice).toBeVisible()
        await control(page, 'Send a new confirmation link').click()
        await expect(page).toBeOnPath('/confirm-email/send')
      })
    },
  )

  test(
    `AT-LOG-12 AT-LOG-13 No log-in is sent before the captcha is good, also after an outage · ${environment}`,
    covers('R-5.5-1', 'R-5.5-3', 'R-5.5-4', 'R-5.5-6', 'R-7.5-5', 'R-1.4-13'),
    async ({ page, stubbedApi }) => {
      const actions = await playCaptcha(page, 'CAP-1')
      await stubbedApi.in(environment, { EnableCaptcha: true })
      const sorry = page.getByText('An error occured. Please try again later.')
      stubbedApi.stub('POST recaptcha/verify', [
        status(500),
        ok({ Success: true, IsValid: false }),
        ok({ Success: false, IsValid: false }),
        ok({ Success: true, IsValid: true }),
      ])
      await page.goto('/login')
      await logIn(page, environment)
      await test.step('AT-LOG-13 its service is down', async () => {
        await expect(sorry).toBeVisible()
        await expect(page).toBeOnPath('/login')
        expect(stubbedApi.sent('POST log/log-in')).toEqual([])
      })
      await test.step('AT-LOG-12 its answers', async () => {
        await control(page, 'Connect').click()
        await expect(page.getByText('You are not allowed to log in.')).toBeVisible()
        await control(page, 'Connect').click()
        await expect(sorry).toBeVisible()
        expect(stubbedApi.sent('POST log/log-in')).toEqual([])
        expect(new Set(await actions())).toEqual(new Set(['login']))
        await control(page, 'Connect').click()
        await expect(page).toBeOnPath('/account')
        expect(stubbedApi.sent('POST log/log-in')[0]?.body).toMatchObject({ Token: 'CAP-1' })
      })
    },
  )

  test(
    `AT-LOG-16 No captcha is loaded when it is off · ${environment}`,
    covers('R-5.5-7'),
    async ({ page, stubbedApi }) => {
      const requests = requestsFromNowOn(page)
      await stubbedApi.in(environment)
      await page.goto('/register')
      await expect(submit(page)).toBeVisible()
      await page.goto('/login')
      await logIn(page, environment)
      await expect(page).toBeOnPath('/account')
      const urls = requests.map((request) => request.url())
      expect(urls.filter((url) => /captcha|challenges\.cloudflare/.test(url))).toEqual([])
    },
  )
}

for (const environment of firstByDay(['SANDBOX', 'PROD'] as const)) {
  test.describe(() => {
    test.use({ hasClock: true })
    test(
      `AT-LOG-14 Two clicks send one log-in, 300 ms after the first · ${environment}`,
      covers('R-4.12-1', 'R-4.12-2', 'R-9.1-15'),
      async ({ page, stubbedApi }) => {
        await page.clock.install()
        await stubbedApi.in(environment)
        const held = holdBack()
        stubbedApi.stub('POST log/log-in', () => held.of(ok({ Created: 'IDENT-1' })))
        await page.goto('/login')
        await toPasswordStep(page, environment)
        await field(page, 'Password').fill('Welcome2Gatehouse')
        // From here on the page's clock goes only by what the test says.
        await page.clock.pauseAt(Date.now() + 3_600_000)
        await control(page, 'Connect').dblclick()
        await field(page, 'Password').press('Enter')
        await page.clock.runFor(299)
        expect(stubbedApi.sent('POST log/log-in')).toHaveLength(0)
        await page.clock.runFor(1)
        await expect(stubbedApi).toHaveSent('POST log/log-in', 1)
        await page.clock.resume()
        held.release()
        await expect(page).toBeOnPath('/account')
        expect(stubbedApi.sent('POST log/log-in')).toHaveLength(1)
      },
    )
  })
}

const logInKeys = ['ClientId', 'Password', 'RedirectUrl', 'StudioName', 'Token', 'UsernameOrEmail']

function keysOf(body: unknown): string[] {
  return Object.keys(body ?? {}).toSorted()
}

/** A refusal with one general item that has more than its code. */
function withItem(ErrorMessage: string, more: object = {}): Answer {
  return { status: 400, body: { ErrorMessages: [{ Property: '', ErrorMessage, ...more }] } }
}
