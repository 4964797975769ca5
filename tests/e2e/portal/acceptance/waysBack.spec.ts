import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control, field, goInside } from '../../fixtures/page.ts'
import { ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { token } from '../../fixtures/stubbed-api/defaults.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/*
 * Where screens of our own stand: the ways back from a service, into the account, out of a freeze
 * and from an error. The eleven environments have those of the specification.
 */

const on = { EnableSecuritySection: true } as const
const support = { ...on, SupportUrl: 'https://support.site.test/' } as const

const menu = (page: Page) => page.getByRole('navigation', { name: 'Account' })

test('A player who stops at a service is back at its row, and reads what became of it', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub(
    'GET profile/connects',
    connectsWith({ 'game-pass': { CanLink: true, IsLinked: false } }),
  )
  await signIn()
  for (const [path, name] of [
    ['/twitch/callback?error=access_denied', 'Twitch'],
    ['/steam/callback?openid.mode=cancel', 'Steam'],
    ['/epic-games/callback?error=access_denied&state=S', 'Epic Games'],
    ['/game-pass/callback?error=access_denied', 'Game Pass'],
  ] as const) {
    await page.goto(path)
    await expect(page).toBeOnPath('/account/link-account')
    const row = page.getByRole('listitem', { name })
    await expect(row.getByRole('status')).toHaveText(
      `You stopped it at ${name}. Nothing is linked.`,
    )
    await expect(menu(page)).toBeVisible()
  }
  expect(stubbedApi.calls.filter(({ name }) => name.endsWith('/callback'))).toEqual([])
})

test('A player who stops at a partner is back at the log-in', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD', { ...on, PartnerName: 'Relic' })
  await page.goto('/oauth/partner?error=access_denied')
  await expect(page).toBeOnPath('/login')
  await expect(page.getByText('You stopped it at Relic. You are not logged in.')).toBeVisible()
})

test('A service that fails is no player who stops: the page says that it stopped on the way', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  await signIn()
  await page.goto('/twitch/callback?error=server_error')
  await expect(page).toBeOnPath('/errors/bad-request')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It stopped on the way.')
  await expect(menu(page)).toBeVisible()
  await control(page, 'Try again').click()
  await expect(page).toBeOnPath('/account/link-account')
})

test('A service that cannot be linked here has no row, unless it is linked', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  await signIn()
  await page.goto('/account/link-account')
  await expect(page.getByRole('listitem', { name: 'Steam' })).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Game Pass' })).toHaveCount(0)
  stubbedApi.stub('GET profile/connects', connectsWith({ 'game-pass': { ConnectName: 'Gamer' } }))
  await page.goto('/account/link-account')
  await expect(page.getByRole('listitem', { name: 'Game Pass' })).toContainText('Gamer')
})

test('An address of the account leads through a log-in that names it', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  await page.goto('/account/security')
  await expect(page).toBeOnPath('/login')
  await expect(page.getByText('Log in to see Security')).toBeVisible()
  await logIn(page, 'PROD')
  await expect(page).toBeOnPath('/account/security')
})

test('The account itself is what a log-in leads to, and needs no word', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  await page.goto('/account')
  await expect(page).toBeOnPath('/login')
  await expect(control(page, 'Next')).toBeVisible()
  await expect(page.getByText('Log in to see')).toHaveCount(0)
})

for (const [what, Ended, words] of [
  ['another device', { Why: 'elsewhere' }, 'You were logged out from another device.'],
  ['a freeze', { Why: 'frozen' }, 'Your account is frozen.'],
  ['a freeze that is over', { Why: 'unfrozen' }, 'Your account is open again.'],
  ['its age', { Why: 'idle', Days: 14 }, 'You were logged out after 14 days without a visit.'],
  ['something else', { Why: 'over' }, 'You were logged out. Log in again.'],
] as const) {
  test(`The log-in says that a session ended by ${what}, after a load and inside a page`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD', on)
    const over = ok({ ...token, Validated: false, Value: '', Refresh: '', Ended })
    stubbedApi.stub('GET token/IDENT-1', over)
    await signIn()
    await page.goto('/account/newsletter')
    await expect(page).toBeOnPath('/login')
    await expect(page.getByText(words)).toBeVisible()
    const secure = control(page, 'Not you? Secure your account.')
    await expect(secure).toHaveCount(Ended.Why === 'elsewhere' ? 1 : 0)

    stubbedApi.stub('GET token/IDENT-1', [ok(token), over])
    stubbedApi.stub('GET newsletter', status(401))
    stubbedApi.stub('GET token/refresh', refused('ERROR_TOKEN_INVALID_REFRESH'))
    await signIn()
    await page.goto('/account')
    await goInside(page, '/account/newsletter')
    await expect(page).toBeOnPath('/login')
    await expect(page.getByText(words)).toBeVisible()
  })
}

test('A player who logs out is at Home, and is asked for nothing', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  await signIn()
  await page.goto('/account/security')
  await control(page, 'Log out').click()
  await expect(page).toBeOnPath('/')
  await expect(page.getByText('You are logged out.')).toBeVisible()
  await control(page, 'Log in').click()
  await expect(control(page, 'Next')).toBeVisible()
  await expect(page.getByText(/were logged out|Log in to see/)).toHaveCount(0)
})

test('After a freeze a separate page says what to do next, through a reload too', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', support)
  await signIn()
  await page.goto('/account/security')
  await control(page, 'Freeze my account').click()
  await control(page.getByRole('dialog'), 'Freeze now').click()
  await expect(page).toBeOnPath('/account-safety/frozen')
  const isComplete = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is frozen')
    await expect(page.getByText('Open our mail. We sent it to p.....r@example.com.')).toBeVisible()
    await expect(control(page, 'Contact support')).toHaveAttribute(
      'href',
      'https://support.site.test/',
    )
  }
  await isComplete()
  await page.reload()
  await isComplete()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('player@')
  await control(page, 'Send it again').click()
  await expect(page).toBeOnPath('/account-safety/ask')
  await expect(page.getByRole('radio', { name: 'Get back into my frozen account' })).toBeChecked()
})

test('A player who proves enough on the way back from a freeze is logged in', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  const link = { Kind: 'unfreeze', Username: 'PlayerOne', NeedsNumber: false, NeedsPassword: true }
  stubbedApi.stub('POST safety/read', ok({ ...link, Ways: ['totp'] }))
  stubbedApi.stub(
    'POST safety/act',
    ok({ Outcome: 'done', Email: 'p.....r@example.com', Created: 'IDENT-1' }),
  )
  await page.goto('/account-safety?link=SECRET')
  for (const name of ['New password', 'Confirm password']) {
    await field(page, name).fill('Another9Battery')
  }
  await field(page, 'Code from your authenticator app').fill('123456')
  await control(page, 'Open my account').click()
  await expect(page).toBeOnPath('/account')
  await expect(page.getByText('Your account is open again. You are logged in.')).toBeVisible()
})

test('After a new password the log-in says so inside its frame', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/password-recovery')
  await field(page, 'Email').fill('player@example.com')
  await control(page, 'Send').click()
  await expect(page).toBeOnPath('/password-recovery/sent')
  await page.goto('/password-recovery/reset?token=T')
  for (const name of ['New password', 'Confirm password']) {
    await field(page, name).fill('Another9Battery')
  }
  await control(page, 'Confirm').click()
  await expect(page).toBeOnPath('/login')
  await expect(
    page.getByRole('main').getByText('Your password is changed. Log in with the new one.'),
  ).toBeVisible()
  await expect(field(page, 'Username or email')).toHaveValue('player@example.com')
})

test('Each error has its own heading and drawing, and a player keeps the menu', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  const pages = [
    ['/nothing/here', 'This page does not exist.'],
    ['/errors/bad-request?message=ERROR_NOT_ALLOWED', 'You cannot do that here.'],
    ['/errors/bad-request?message=ERROR_USER_STEAM_EXIST', 'That did not work.'],
    ['/errors/internal', 'Something broke here.'],
    ['/errors', 'There is no connection.'],
  ] as const
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await signIn()
    for (const [path, heading] of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText('Ooops')).toHaveCount(0)
      await expect(menu(page)).toHaveCount(isSignedIn ? 1 : 0)
    }
  }
  stubbedApi.stub('GET newsletter', { status: 500, headers: { 'x-request-id': 'req-7' } })
  await page.goto('/account/newsletter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something broke here.')
  await expect(menu(page)).toBeVisible()
})

test('A success is said where it happened, and covers nothing', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account/newsletter')
  const row = page.getByRole('listitem', { name: 'Platform news' })
  await control(row, 'Activate').click()
  await expect(row.getByRole('status')).toHaveText('You get Platform news now.')
  const covered = await page.evaluate(() => {
    const said = document.querySelector('[data-said="true"]')?.getBoundingClientRect()
    const others = [...document.querySelectorAll('h1, h2, main button, footer a')]
    return others.filter((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect()
      const { top: from = 0, bottom: to = 0, left: start = 0, right: end = 0 } = said ?? {}
      return top < to && bottom > from && left < end && right > start
    }).length
  })
  expect(covered).toBe(0)
  await goInside(page, '/account')
  await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()
  await expect(page.getByText('You get Platform news now.')).toHaveCount(0)
})
