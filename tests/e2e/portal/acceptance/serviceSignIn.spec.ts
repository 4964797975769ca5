import type { Locator, Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { box, control, field, logOutLink, submit } from '../../fixtures/page.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import {
  type Answer,
  holdBack,
  lost,
  ok,
  refused,
  status,
} from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { fromNow, player, security } from '../../fixtures/stubbed-api/defaults.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* Log-ins with an account of a service: each outcome of the way back, and what the portal says of it. */

const beyond = {
  EnableSecuritySection: true,
  StrongSignIn: 'optional',
  SignInWith: 'steam,twitch,epic-games,game-pass',
} as const

const urlCall = 'POST log/service/steam/url'
const logInCall = 'POST log/service/steam/callback'
const registerCall = 'POST register/service'
const joinCall = 'POST profile/connects/join'
const back = '/login/callback/steam?openid.mode=id_res&state=STATE-1'

const Arrival = {
  Ticket: 'TICKET-1',
  ExpiresAt: fromNow({ minutes: 15 }),
  CanonicalName: 'steam',
  AccountName: 'MiraLux',
  Username: 'MiraLux',
  IsLinked: false,
}
const arrival = (more: object = {}): Answer =>
  ok({ Created: null, Arrival: { ...Arrival, ...more }, RedirectUrl: null })
const entered = ok({ Created: 'IDENT-1', Arrival: null, RedirectUrl: null })
const item = (ErrorMessage: string, more: object): Answer => ({
  status: 400,
  body: { ErrorMessages: [{ Property: '', ErrorMessage, ...more }] },
})

async function begin(stubbedApi: StubbedApi) {
  await stubbedApi.in('PROD', beyond)
  stubbedApi.stub(urlCall, ok('https://steam.test/openid'))
}

async function arrive(page: Page, stubbedApi: StubbedApi, more: object = {}) {
  await begin(stubbedApi)
  stubbedApi.stub(logInCall, arrival(more))
  await page.goto(back)
}

async function fillArrival(page: Page) {
  await field(page, 'Email').fill('mira@example.com')
  await box(page, 'Privacy Policy').check()
  await box(page, 'Terms').check()
}

test('Home and Log in offer each service, in the order of the deployment', async ({
  page,
  stubbedApi,
}) => {
  await begin(stubbedApi)
  for (const path of ['/', '/login']) {
    await page.goto(path)
    const services = page.getByRole('list', { name: 'Log in with a service' }).getByRole('button')
    await expect(services).toHaveText(['Steam', 'Twitch', 'Epic Games', 'Xbox'])
    await expect(control(page, 'Continue with Xbox')).toBeVisible()
  }
  await control(page, 'Continue with Steam').click()
  await expect(page).toHaveURL('https://steam.test/openid')
  expect(stubbedApi.sent(urlCall)[0]?.body).toEqual({ ClientId: '', RedirectUrl: '' })
})

test('A site’s own button leads straight to its service, and Back to the page', async ({
  page,
  stubbedApi,
}) => {
  await begin(stubbedApi)
  await page.goto('/login?idp_hint=steam')
  await expect(page).toHaveURL('https://steam.test/openid')
  await page.goBack()
  await expect(control(page, 'Continue with Steam')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(stubbedApi.sent(urlCall)).toHaveLength(1)
  // A service with which nobody logs in leads nowhere.
  await page.goto('/login?idp_hint=constructor')
  await expect(control(page, 'Continue with Steam')).toBeVisible()
  expect(stubbedApi.sent(urlCall)).toHaveLength(1)
})

test('A deployment without the setting has none of it', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  for (const path of ['/', '/login']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.getByRole('button', { name: 'Continue with' })).toHaveCount(0)
  }
  await page.goto(back)
  await expect(page).toHaveURL('/')
})

test('The way back posts its query once and unchanged, keeps nothing of it in the address, and logs in', async ({
  page,
  stubbedApi,
}) => {
  await begin(stubbedApi)
  const answer = holdBack()
  stubbedApi.stub(logInCall, () => answer.of(entered))
  await page.goto(back)
  await expect(page).toHaveURL('/login/callback/steam')
  answer.release()
  await expect(page).toHaveURL('/account')
  expect(stubbedApi.sent(logInCall).map(({ body }) => body)).toEqual([
    { 'openid.mode': 'id_res', state: 'STATE-1' },
  ])
})

test('The service that this browser took last stands first, with the name of its player, until it is forgotten', async ({
  page,
  stubbedApi,
}) => {
  await begin(stubbedApi)
  stubbedApi.stub(logInCall, entered)
  await page.goto(back)
  await expect(page).toHaveURL('/account')
  await logOut(page)
  await page.goto('/login')
  const welcome = page.getByRole('region', { name: 'Welcome back' })
  await expect(welcome).toContainText('Welcome back, PlayerOne.')
  await expect(control(page, 'Continue with Steam')).toHaveCount(1)
  const first = await topOf(control(welcome, 'Continue with Steam'))
  expect(first).toBeLessThan(await topOf(field(page, 'Username or email')))
  await control(welcome, 'Not you?').click()
  await expect(welcome).toHaveCount(0)
  await expect(control(page, 'Continue with Steam')).toHaveCount(1)
  await page.reload()
  await expect(control(page, 'Continue with Steam')).toBeVisible()
  await expect(welcome).toHaveCount(0)
})

test('A player who then logs in with a password finds the form first', async ({
  page,
  stubbedApi,
}) => {
  await begin(stubbedApi)
  stubbedApi.stub(logInCall, entered)
  await page.goto(back)
  await expect(page).toHaveURL('/account')
  await logOut(page)
  await page.goto('/login')
  await page.getByRole('region', { name: 'Welcome back' }).waitFor()
  await logIn(page, 'PROD')
  await expect(page).toHaveURL('/account')
  await logOut(page)
  await page.goto('/login')
  await expect(control(page, 'Continue with Twitch')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Welcome back' })).toHaveCount(0)
})

for (const [what, answer, words] of [
  ['was cancelled', refused('ERROR_SERVICE_CANCELLED'), 'You stopped it at Steam.'],
  ['was denied', refused('ERROR_SERVICE_DENIED'), 'Steam did not confirm your account.'],
  ['is too old', refused('ERROR_SERVICE_EXPIRED'), 'Logging in with Steam took too long'],
  [
    'finds the service away',
    { ...refused('ERROR_SERVICE_UNREACHABLE'), status: 503 },
    'Steam does not answer right now.',
  ],
  ['finds no server', lost, 'We could not reach our servers.'],
  ['fails', status(500), 'Logging in with Steam did not work.'],
  ['is of a frozen account', refused('ERROR_ACCOUNT_FROZEN'), 'frozen'],
] as const) {
  test(`A log-in that ${what} is explained on Log in, beside the other ways`, async ({
    page,
    stubbedApi,
  }) => {
    await begin(stubbedApi)
    stubbedApi.stub(logInCall, answer)
    await page.goto(back)
    await expect(page).toHaveURL('/login')
    const notice = page.getByRole('alert')
    await expect(notice).toContainText(words)
    await expect(field(page, 'Username or email')).toBeVisible()
    await expect(control(page, 'Continue with Twitch')).toBeVisible()
    await control(notice, 'Try again').click()
    await expect(page).toHaveURL('https://steam.test/openid')
    await page.goBack()
    await expect(page).toHaveURL('/login')
  })
}

test('A return that is loaded again goes on with what it has found', async ({
  page,
  stubbedApi,
}) => {
  await begin(stubbedApi)
  await page.goto('/login/callback/steam')
  await expect(page.getByRole('alert')).toContainText('Logging in with Steam was interrupted.')
  await arrive(page, stubbedApi)
  await expect(page).toHaveURL('/register/service')
  await page.goto('/login/callback/steam')
  await expect(page).toHaveURL('/register/service')
})

test('A second step follows as after a password', async ({ page, stubbedApi }) => {
  await begin(stubbedApi)
  const Step = {
    Handle: 'HANDLE-1',
    Ways: ['totp'],
    ExpiresAt: fromNow({ minutes: 5 }),
    MayTrust: false,
    TrustDays: 0,
  }
  stubbedApi.stub(logInCall, item('ERROR_SECOND_FACTOR_REQUIRED', { Step }))
  stubbedApi.stub('POST log/second-step', ok({ Created: 'IDENT-1', CodesLeft: null }))
  await page.goto(back)
  await field(page, 'Code from your authenticator app').pressSequentially('123456')
  await expect(page).toHaveURL('/account')
  expect(stubbedApi.sent('POST log/identify')).toEqual([])
})

test('A new player chooses a name, gives an address, agrees, and is in', async ({
  page,
  stubbedApi,
}) => {
  await arrive(page, stubbedApi)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your name')
  await expect(page.getByText('Confirmed by Steam')).toBeVisible()
  await expect(field(page, 'Username')).toHaveValue('MiraLux')
  await field(page, 'Username').fill('Mira7')
  await fillArrival(page)
  stubbedApi.stub(registerCall, { ...ok({ Created: 'IDENT-1' }), status: 201 })
  stubbedApi.stub('GET profile/user/42', ok({ ...player, IsUnconfirmed: true }))
  await submit(page).click()
  await expect(page).toHaveURL('/account/welcome')
  expect(stubbedApi.sent(registerCall)[0]?.body).toMatchObject({
    Ticket: 'TICKET-1',
    Username: 'Mira7',
    Email: 'mira@example.com',
    ApprovePrivacyPolicy: true,
    ApproveEULA: true,
  })
  const notice = page.getByRole('region', { name: 'Confirm your email' })
  await expect(notice).toContainText(player.Email)
  await control(notice, 'Send the mail again').click()
  await expect(page.getByText('We sent another mail to')).toBeVisible()
  expect(stubbedApi.sent('POST email/send-confirmation-email')[0]?.body).toEqual({
    Email: player.Email,
  })
})

test('Nothing that a new player typed is lost by a reload, Back, or a proof that is over', async ({
  page,
  stubbedApi,
}) => {
  await arrive(page, stubbedApi)
  await field(page, 'Username').fill('Mira7')
  await fillArrival(page)
  await page.reload()
  await expect(field(page, 'Username')).toHaveValue('Mira7')
  await expect(field(page, 'Email')).toHaveValue('mira@example.com')
  await expect(box(page, 'Terms')).toBeChecked()
  stubbedApi.stub(registerCall, refused('ERROR_SERVICE_EXPIRED'))
  await submit(page).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Steam has to confirm you once more.')
  await control(notice, 'Continue with Steam').click()
  await expect(page).toHaveURL('https://steam.test/openid')
  stubbedApi.stub(logInCall, arrival({ Ticket: 'TICKET-2' }))
  stubbedApi.stub(registerCall, { ...ok({ Created: 'IDENT-1' }), status: 201 })
  await page.goto(back)
  await expect(field(page, 'Username')).toHaveValue('Mira7')
  await submit(page).click()
  await expect(page).toHaveURL('/account/welcome')
  expect(stubbedApi.sent(registerCall).at(-1)?.body).toMatchObject({ Ticket: 'TICKET-2' })
})

test('A refused arrival says what is wrong at its field', async ({ page, stubbedApi }) => {
  await arrive(page, stubbedApi)
  stubbedApi.stub(
    registerCall,
    refused(['Username', 'ERROR_USERNAME_EXIST'], ['Email', 'ERROR_EMAIL_EXIST']),
  )
  await fillArrival(page)
  await submit(page).click()
  await expect(field(page, 'Username')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
  await control(page, 'I already have an account').click()
  await expect(page).toHaveURL('/login')
  await expect(field(page, 'Username or email')).toHaveValue('mira@example.com')
})

test('A player who has an account logs in and joins the service after a press', async ({
  page,
  stubbedApi,
}) => {
  await begin(stubbedApi)
  await page.goto('/login?redirectUrl=/account/link-account')
  stubbedApi.stub(logInCall, arrival())
  await page.goto(back)
  await control(page, 'I already have an account').click()
  await expect(page.getByRole('status')).toContainText('Then you join Steam to it.')
  await logIn(page, 'PROD')
  await expect(page).toHaveURL('/login/join')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Steam to PlayerOne?')
  expect(stubbedApi.sent(joinCall)).toEqual([])
  stubbedApi.stub(joinCall, ok({ CanonicalName: 'steam', AccountName: 'MiraLux' }))
  await control(page, 'Join Steam to PlayerOne').click()
  await expect(page).toHaveURL('/account/link-account')
  await expect(page.getByText('Next time, press “Continue with Steam”.')).toBeVisible()
  expect(stubbedApi.sent(joinCall)[0]?.body).toEqual({ Ticket: 'TICKET-1' })
})

test('A service account that is known here offers the log-in alone', async ({
  page,
  stubbedApi,
}) => {
  await arrive(page, stubbedApi, { IsLinked: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We know this Steam account')
  await expect(submit(page)).toHaveCount(0)
  await control(page, 'Log in to join them').click()
  await expect(page).toHaveURL('/login')
})

test('Not now leaves a join, and the service joins nothing', async ({ page, stubbedApi }) => {
  await arrive(page, stubbedApi)
  await control(page, 'I already have an account').click()
  await logIn(page, 'PROD')
  await control(page, 'Not now').click()
  await expect(page).toHaveURL('/account')
  expect(stubbedApi.sent(joinCall)).toEqual([])
  await page.goto('/login/join')
  await expect(page).toHaveURL('/account')
})

const Move = { Ticket: 'MOVE-1', Username: 'MiraOld', Waits: true, Ends: false }

test('A join that another account stands against names the twin and offers the move', async ({
  page,
  stubbedApi,
}) => {
  await arrive(page, stubbedApi)
  await control(page, 'I already have an account').click()
  await logIn(page, 'PROD')
  stubbedApi.stub(joinCall, item('ERROR_USER_STEAM_EXIST', { Move }))
  await control(page, 'Join Steam to PlayerOne').click()
  const offer = page.getByRole('region', { name: 'Already linked to another account' })
  await expect(offer).toContainText('Steam logs you in to MiraOld.')
  await expect(offer).toContainText('it moves in three days')
  stubbedApi.stub(
    'POST profile/connects/move',
    ok({ Outcome: 'waits', Until: '2030-05-04T12:00:00Z' }),
  )
  await control(offer, 'Move it to PlayerOne').click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('Steam moves here on 4 May 2030.')).toBeVisible()
})

test('A linking that another account stands against offers the move on Connections', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await begin(stubbedApi)
  stubbedApi.stub('GET profile/connects', connectsWith({}))
  stubbedApi.stub(
    'POST steam/callback',
    item('ERROR_USER_STEAM_EXIST', { Move: { ...Move, Username: null, Waits: false } }),
  )
  await signIn()
  await page.goto('/steam/callback?openid.mode=id_res&state=S')
  await expect(page).toHaveURL('/account/link-account')
  const offer = page.getByRole('region', { name: 'Already linked to another account' })
  await expect(offer).toContainText('If both are yours, move it.')
  await page.reload()
  stubbedApi.stub(
    'POST profile/connects/move',
    ok({ Outcome: 'moved', Until: '2030-05-04T12:00:00Z' }),
  )
  await control(offer, 'Move it to PlayerOne').click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByText('Steam is yours here now.')).toBeVisible()
})

for (const [Kind, words, press] of [
  ['leaves', 'moves it to another account', 'Keep it here'],
  ['arrives', 'moves here from another account', 'Stop the move'],
  ['left', 'has moved to another account', 'Take it back'],
] as const) {
  test(`A move that ${Kind} is said on Connections, and ${press} stops it`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await begin(stubbedApi)
    const moving = { Move: { Id: 7, Kind, Until: '2030-05-04T12:00:00Z' } }
    const list = connectsWith({}).body as { CanonicalName: string }[]
    const withMove = list.map((one) =>
      one.CanonicalName === 'steam' ? { ...one, ...moving } : one,
    )
    stubbedApi.stub('GET profile/connects', [ok(withMove), ok(list)])
    await signIn()
    await page.goto('/account/link-account')
    await expect(page.getByText(words)).toBeVisible()
    await control(page, press).click()
    await expect(page.getByText(words)).toHaveCount(0)
    expect(stubbedApi.sent('POST profile/connects/move/stop')[0]?.body).toEqual({ Id: 7 })
  })
}

const services = [
  { CanonicalName: 'steam', Name: 'Steam', AccountName: 'MiraLux', SignsIn: true },
  { CanonicalName: 'twitch', Name: 'Twitch', AccountName: 'miralux_tv', SignsIn: false },
]
const alone = { ...security, HasPassword: false, PasswordSetAt: null, Passkeys: [], Apps: [] }

test('Security switches a linked service on as a way to log in', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await begin(stubbedApi)
  stubbedApi.stub('GET security', ok({ ...security, Services: services }))
  await signIn()
  await page.goto('/account/security')
  const twitch = page.getByRole('switch', { name: 'Twitch' })
  await expect(page.getByRole('switch', { name: 'Steam' })).toBeChecked()
  await expect(page.getByText('Your only way in.')).toHaveCount(0)
  await twitch.click()
  await expect(twitch).toBeChecked()
  await expect(page.getByText('Twitch logs you in from now on.')).toBeVisible()
  expect(stubbedApi.sent('POST security/service-sign-in')[0]?.body).toEqual({
    CanonicalName: 'twitch',
    IsOn: true,
  })
})

test('The last way in is explained, and stays on', async ({ page, stubbedApi, signIn }) => {
  await begin(stubbedApi)
  stubbedApi.stub('GET security', ok({ ...alone, Services: services }))
  stubbedApi.stub('POST security/service-sign-in', refused('ERROR_LAST_WAY_IN'))
  await signIn()
  await page.goto('/account/security')
  await expect(page.getByText('Your only way in.')).toBeVisible()
  const steam = page.getByRole('switch', { name: 'Steam' })
  await steam.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(steam).toBeChecked()
})

test('A player who has nothing but a service proves the account there, and comes back', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await begin(stubbedApi)
  stubbedApi.stub('GET security', ok({ ...alone, Services: services }))
  stubbedApi.stub('POST security/service-sign-in', [
    item('ERROR_REAUTHENTICATION_REQUIRED', { Proof: { Ways: [] } }),
    ok(),
  ])
  stubbedApi.stub(
    'POST proof/options',
    ok({ Ways: [], Stronger: [], Services: ['steam'], Options: null }),
  )
  stubbedApi.stub('POST proof/service/steam/url', ok('https://steam.test/proof'))
  stubbedApi.stub('POST proof/service/steam/callback', ok({ First: fromNow({ minutes: 0 }) }))
  await signIn()
  await page.goto('/account/security')
  await page.getByRole('switch', { name: 'Twitch' }).click()
  await control(page.getByRole('dialog'), 'Confirm with Steam').click()
  await expect(page).toHaveURL('https://steam.test/proof')
  await page.goto(back)
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByText('Steam has confirmed that it is you.')).toBeVisible()
  expect(stubbedApi.sent(logInCall)).toEqual([])
  await page.getByRole('switch', { name: 'Twitch' }).click()
  await expect(page.getByText('Twitch logs you in from now on.')).toBeVisible()
})

async function logOut(page: Page) {
  await logOutLink(page).click()
  await expect(page).toHaveURL(/\/(#logged-out)?$/)
}

async function topOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.y ?? 0
}
