import type { Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { consentValues } from '../../fixtures/consent.ts'
import { holdBack, lost, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn, toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/* A player's draft outlives a reload, Back, a slow answer and a second press. */

const setCookie = 'POST cookie/user/42/set-cookie'
const validate = 'POST password/password-recovery-validation'
const password = 'Kites4Castle'

test.describe('the link of a recovery mail', () => {
  test('works after a reload and after Back, and its token is in no address', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD')
    await page.goto('/password-recovery/reset?token=T%2B1')
    await expect(page).toHaveURL('/password-recovery/reset')
    await page.reload()
    await expect(field(page, 'New password')).toBeVisible()
    await control(page, 'Send a new link').click()
    await expect(page).toBeOnPath('/password-recovery')
    await page.reload()
    await page.goBack()
    await expect(page).toHaveURL('/password-recovery/reset')
    await field(page, 'New password').fill(password)
    await field(page, 'Confirm password').fill(password)
    await control(page, 'Confirm').click()
    await expect(page).toBeOnPath('/login')
    const body = { Token: 'T+1', Password: password, Confirm: password }
    expect(stubbedApi.sent(validate).map((call) => call.body)).toEqual([body])
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('T+1')
  })

  for (const path of ['/password-recovery/reset', '/password-recovery/reset?token=T&token=U']) {
    test(`says before anything is typed that it has no token · ${path}`, async ({
      page,
      stubbedApi,
    }) => {
      await stubbedApi.in('PROD')
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText('the whole link')
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await control(page, 'Send a new link').click()
      await expect(page).toBeOnPath('/password-recovery')
    })
  }
})

test.describe('a second change in a list while the first is under way', () => {
  test('is sent after it: cookies', async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('PROD')
    const answer = holdBack()
    stubbedApi.stub(setCookie, () => answer.of(ok()))
    await signIn()
    await page.goto('/account/cookies')
    const [analytics, marketing] = [cookie(page, 'Analytical'), cookie(page, 'Marketing')]
    await analytics.click()
    await expect(page.getByText('Turning on …')).toHaveCount(1)
    await marketing.click()
    await expect(page.getByText('Turning on …')).toHaveCount(2)
    await expect(stubbedApi).toHaveSent(setCookie, 1)
    answer.release()
    await expect(marketing).toBeChecked()
    await expect(analytics).toBeChecked()
    await expect(page.getByText('Turning on …')).toHaveCount(0)
    expect(stubbedApi.sent(setCookie).map(({ body }) => body)).toEqual([
      { Id_Cookie: 2, IsAccepted: true },
      { Id_Cookie: 3, IsAccepted: true },
    ])
    expect(await consentValues(context)).toMatchObject({ analytics: '1', marketing: '1' })
  })

  test('is sent after it, though its page was left: newsletters', async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD')
    const optIn = 'POST newsletter/optin-user'
    const answer = holdBack()
    stubbedApi.stub(optIn, () => answer.of(ok()))
    await signIn()
    await page.goto('/account/newsletter')
    await control(row(page, 'Platform news'), 'Activate').click()
    await control(row(page, 'Studio news'), 'Active').click()
    await expect(row(page, 'Platform news')).toContainText('Turning on …')
    await expect(row(page, 'Studio news')).toContainText('Turning off …')
    await expect(stubbedApi).toHaveSent(optIn, 1)
    await control(page, 'Cookies').click()
    await expect(page).toBeOnPath('/account/cookies')
    answer.release()
    await expect(stubbedApi).toHaveSent(optIn, 2)
    expect(stubbedApi.sent(optIn).map(({ body }) => body)).toMatchObject([
      { ListId: 1, IsOptIn: true },
      { ListId: 2, IsOptIn: false },
    ])
  })

  test('is sent after it: blocked users', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    const Blocks = ['Ann', 'Bob'].map((Username, at) => ({ Id: 7 + at, Username, AvatarUrl: '' }))
    stubbedApi.stub('GET profile/user/42', ok({ ...player, Blocks }))
    const answer = holdBack()
    stubbedApi.stub('POST unblock', () => answer.of(ok()))
    await signIn()
    await page.goto('/account/blocked-users-management')
    const unblock = page.getByRole('button', { name: 'Unblock' })
    await unblock.nth(0).dblclick()
    await unblock.nth(1).click()
    await expect(page.getByText('Unblocking …')).toHaveCount(2)
    await expect(stubbedApi).toHaveSent('POST unblock', 1)
    answer.release()
    await expect(unblock).toHaveCount(0)
    expect(stubbedApi.sent('POST unblock').map(({ body }) => body)).toEqual([
      { userBlockedId: 7 },
      { userBlockedId: 8 },
    ])
  })
})

test.describe('withdrawn consent', () => {
  test('wins over the consent whose call is still under way', async ({
    page,
    stubbedApi,
    signIn,
    context,
  }) => {
    await stubbedApi.in('PROD')
    const answer = holdBack()
    stubbedApi.stub(setCookie, () => answer.of(ok()))
    await signIn()
    await page.goto('/account/cookies')
    await cookie(page, 'Marketing').click()
    await expect(page.getByText('Turning on …')).toBeVisible()
    await cookie(page, 'Marketing').click()
    await expect(page.getByText('Turning off …')).toBeVisible()
    expect(await consentValues(context)).toMatchObject({ marketing: '0', given: '1' })
    expect(await page.evaluate(() => localStorage['sso.withdrawals'])).toContain('[3]')
    answer.release()
    await expect(stubbedApi).toHaveSent(setCookie, 2)
    await expect(page.getByText('Turning off …')).toHaveCount(0)
    await expect(cookie(page, 'Marketing')).not.toBeChecked()
    expect(stubbedApi.sent(setCookie).map(({ body }) => body)).toEqual([
      { Id_Cookie: 3, IsAccepted: true },
      { Id_Cookie: 3, IsAccepted: false },
    ])
    expect(await consentValues(context)).toMatchObject({ marketing: '0', given: '1' })
    expect(await page.evaluate(() => localStorage['sso.withdrawals'] ?? null)).toBeNull()
  })

  test('that did not reach the account holds here, and is sent when the player comes again', async ({
    page,
    stubbedApi,
    signIn,
    context,
  }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub(setCookie, [ok(), lost, ok()])
    await signIn()
    await page.goto('/account/cookies')
    await cookie(page, 'Marketing').click()
    await expect(cookie(page, 'Marketing')).toBeChecked()
    await cookie(page, 'Marketing').click()
    await expect(page).toBeOnPath('/errors')
    expect(await consentValues(context)).toMatchObject({ marketing: '0' })
    await page.goto('/account')
    await expect(stubbedApi).toHaveSent(setCookie, 3)
    expect(stubbedApi.sent(setCookie).at(-1)?.body).toEqual({ Id_Cookie: 3, IsAccepted: false })
    await stubbedApi.settled(page)
    await page.goto('/account/newsletter')
    await expect(row(page, 'Studio news')).toBeVisible()
    await stubbedApi.settled(page)
    expect(stubbedApi.sent(setCookie), 'once is enough').toHaveLength(3)
  })
})

test.describe('Back leaves an error page', () => {
  test.use({ ownPage: true })

  for (const [environment, path, call] of firstByDay([
    ['PROD', '/confirm-email?uid=U', 'POST email/confirm'],
    ['TWO-POINT-STUDIOS', '/register/validate?verificationCode=V', 'POST register/verify'],
    ['PROD', '/account/update-email/confirm?uid=U', 'GET email/update-email-confirm'],
    ['PROD', '/account/update-email/recovery?uid=U', 'GET email/update-email-recovery'],
    ['PROD', '/oauth?client_id=c', 'GET oauth'],
  ] as const)) {
    test(`of a screen that acts on load, and nothing is sent again · ${path}`, async ({
      page,
      stubbedApi,
    }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub(call, status(500))
      await page.goto('/password-recovery/sent')
      await page.goto(path)
      await expect(page).toBeOnPath('/errors/internal')
      await page.goBack()
      await expect(page).toBeOnPath('/password-recovery/sent')
      await stubbedApi.settled(page)
      await expect(page).toBeOnPath('/password-recovery/sent')
      await expect(stubbedApi).toHaveSent(call, 1)
    })
  }

  for (const [path, name, call] of firstByDay([
    ['/account/newsletter', 'Newsletter', 'GET newsletter'],
    ['/account/cookies', 'Cookies', 'GET cookie/user/42'],
  ] as const)) {
    test(`of a screen that could not load, which is tried again from there · ${path}`, async ({
      page,
      stubbedApi,
      signIn,
    }) => {
      const elsewhere = '/account/blocked-users-management'
      await stubbedApi.in('PROD')
      await signIn()
      // Not the first section: its overview asks for the newsletters, too. The page's own calls are
      // sent by then.
      await page.goto(elsewhere)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await stubbedApi.settled(page)
      const before = stubbedApi.sent(call).length
      stubbedApi.stub(call, status(500))
      await control(page, name).click()
      await expect(page).toBeOnPath('/errors/internal')
      await page.goBack()
      await expect(page).toBeOnPath(elsewhere)
      expect(stubbedApi.sent(call)).toHaveLength(before + 1)

      await control(page, name).click()
      await expect(page).toBeOnPath('/errors/internal')
      stubbedApi.stub(call, ok(call === 'GET newsletter' ? { OptInList: [] } : []))
      await control(page, 'Try again').click()
      await expect(page).toBeOnPath(path)
      await page.goBack()
      await expect(page).toBeOnPath(elsewhere)
    })
  }
})

test.describe('a player who leaves', () => {
  test('a form within 300 ms sends nothing', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.clock.install()
    await page.goto('/account/update-username')
    await field(page, 'New username').fill('NewName')
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('form [type="submit"]')?.click()
      document.querySelector<HTMLElement>('a[href="/account/newsletter"]')?.click()
    })
    await expect(row(page, 'Studio news')).toBeVisible()
    await page.clock.runFor(2000)
    await stubbedApi.settled(page)
    await expect(page).toBeOnPath('/account/newsletter')
    expect(stubbedApi.sent('POST profile/user/42/update-username')).toEqual([])
  })

  for (const [outcome, answer] of firstByDay([
    ['succeeds', ok()],
    ['fails', status(500)],
    ['is refused', refused(['Username', 'ERROR_USERNAME_EXIST'])],
  ] as const)) {
    test(`a form whose call ${outcome} afterwards stays where they went`, async ({
      page,
      stubbedApi,
      signIn,
    }) => {
      await stubbedApi.in('PROD')
      const update = 'POST profile/user/42/update-username'
      const held = holdBack()
      stubbedApi.stub(update, () => held.of(answer))
      await signIn()
      await page.goto('/account/update-username')
      await field(page, 'New username').fill('NewName')
      await submit(page).click()
      await expect(stubbedApi).toHaveSent(update, 1)
      await control(page, 'Newsletter').click()
      await expect(row(page, 'Studio news')).toBeVisible()
      const answered = page.waitForResponse('**/update-username')
      held.release()
      await (await answered).finished()
      await stubbedApi.settled(page)
      await expect(row(page, 'Studio news')).toBeVisible()
      await expect(page).toBeOnPath('/account/newsletter')
    })
  }

  test('the log-in keeps what is typed elsewhere', async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    const held = holdBack()
    stubbedApi.stub('POST log/log-in', () => held.of(ok({ Created: 'IDENT-1' })))
    await page.goto('/login')
    await logIn(page, 'SANDBOX')
    await expect(stubbedApi).toHaveSent('POST log/log-in', 1)
    await control(page, 'Create an account').click()
    await field(page, 'Username').fill('NewName')
    const known = page.waitForResponse('**/profile/connects')
    held.release()
    await known
    await stubbedApi.settled(page)
    await expect(page).toBeOnPath('/register')
    await expect(field(page, 'Username')).toHaveValue('NewName')
  })

  test('a linking button goes to no service', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', connectsWith({}))
    const held = holdBack()
    stubbedApi.stub('GET steam/auth', () => held.of(ok('https://steam.test/auth')))
    await signIn()
    await page.goto('/account/link-account')
    await control(row(page, 'Steam'), 'Link').click()
    await expect(stubbedApi).toHaveSent('GET steam/auth', 1)
    await control(page, 'Newsletter').click()
    await expect(row(page, 'Studio news')).toBeVisible()
    const answered = page.waitForResponse('**/steam/auth**')
    held.release()
    await (await answered).finished()
    await stubbedApi.settled(page)
    await expect(page).toBeOnPath('/account/newsletter')
    expect(stubbedApi.visits).toEqual([])
  })
})

test('a marketing parameter of 1,024 characters comes to the partner whole', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('RELIC')
  const long = { fbclid: 'Iw'.repeat(95), gclid: 'ü/'.repeat(512), utm_term: 'a&b'.repeat(300) }
  await page.goto(`/?${new URLSearchParams(long).toString()}`)
  await page.goto('/login')
  await page.waitForURL('https://partner.test/login**')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(long)
})

test.describe('a parameter that comes twice', () => {
  test('goes to the callback of a service as it came, past a log-in too', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('SANDBOX')
    const finish = 'POST twitch/callback'
    stubbedApi.stub(finish, refused(['State', 'INVALID_REQUEST']))
    await page.goto('/twitch/callback?code=C&state=A&state=B')
    await logIn(page, 'SANDBOX')
    await expect(page).toBeOnPath('/errors/bad-request')
    expect(stubbedApi.sent(finish).map(({ body }) => body)).toMatchObject([
      { Code: 'C', State: ['A', 'B'] },
    ])
  })

  test('goes on from the partner as it came', async ({ page, stubbedApi }) => {
    await stubbedApi.in('RELIC')
    stubbedApi.stub('GET partner/**', refused('INVALID_REQUEST'))
    const asked = page.waitForRequest('**/api/partner/**state=A&state=B**')
    await page.goto('/oauth/partner?code=C&state=A&state=B')
    expect(new URL((await asked).url()).searchParams.getAll('state')).toEqual(['A', 'B'])
  })
})

test.describe('Back over a load', () => {
  test.use({ ownPage: true })

  test('Back at the password leads to the name, and forward again', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD')
    await page.goto('/')
    await page.goto('/login')
    await toPasswordStep(page, 'PROD')
    await expect(field(page, 'Password')).toBeFocused()
    await page.goBack()
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
    await page.goForward()
    await field(page, 'Password').fill('Welcome2Gatehouse')
    await page.goBack()
    await field(page, 'Username or email').fill('PlayerTwo')
    await control(page, 'Next').click()
    await expect(field(page, 'Password')).toHaveValue('')
    await page.reload()
    await expect(field(page, 'Username or email')).toBeVisible()
    await page.goBack()
    await expect(field(page, 'Username or email')).toBeVisible()
    await page.goBack()
    await expect(page).toBeOnPath('/')
  })
})

test.describe('an answer that another server has made', () => {
  for (const items of firstByDay(
    [[{ Property: 'Password', ErrorMessage: 7 }], [null], [], ['no'], [{}]],
    2,
  )) {
    test(`a refusal without a usable item is said in general: ${JSON.stringify(items)}`, async ({
      page,
      stubbedApi,
    }) => {
      await stubbedApi.in('SANDBOX')
      stubbedApi.stub('POST log/log-in', { status: 400, body: { ErrorMessages: items } })
      await page.goto('/login')
      await logIn(page, 'SANDBOX')
      await expect(page.getByRole('alert')).toHaveText('An error occured. Please try again later.')
      await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
    })
  }

  test('an unusable item beside a usable one is passed over', async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    const body = { ErrorMessages: [null, { ErrorMessage: 'ERROR_USER_BANNED' }, { Property: 5 }] }
    stubbedApi.stub('POST log/log-in', { status: 400, body })
    await page.goto('/login')
    await logIn(page, 'SANDBOX')
    await expect(page.getByRole('alert')).toHaveText('Your account has been banned.')
  })

  test('an allow-list allows by its usable items', async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    stubbedApi.stub('GET redirect/allowed-redirect-domains', ok([null, 7, {}, 'www.site.test']))
    await page.goto('/login?redirectUrl=https://www.site.test/forum')
    await logIn(page, 'SANDBOX')
    await expect(page).toHaveURL('https://www.site.test/forum')
  })
})

function cookie(page: Page, kind: string) {
  return page.getByRole('switch', { name: `${kind} cookies`, exact: true })
}

function row(page: Page, name: string) {
  return page.getByRole('main').getByRole('listitem', { name })
}
