import type { Configuration } from '@gatehouse/contract/configuration'
import { type Route, routes } from '@gatehouse/contract/routes'
import type { Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { noted, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { player, security, securing } from '../../fixtures/stubbed-api/defaults.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* A player whom a partner proves has no password, and no screen names one. */

const beyond: Partial<Configuration> = {
  EnableSecuritySection: true,
  EnableSitesSection: true,
  EnableAvatarSection: true,
  EnableSupportCode: true,
  StrongSignIn: 'encouraged',
}

/** Where a partner proves players: at every log-in, and of some players of a mixed deployment. */
const deployments = [
  ['RELIC', beyond],
  ['RELIC', {}],
  ['FOCUS', beyond],
  ['PROD', {}],
  ['PROD', beyond],
] as const

/** Screens for visitors of whom nothing is known. Home has the specification's links for everybody. */
const ofVisitors = /^\/($|password-recovery|account\/update-email)/

/** The screens that stay. The others lead on at once. */
const paths = Object.values(routes)
  .filter((route: Route) => route.isLinking === undefined)
  .map(({ path }) => path)
  .filter((path) => path !== routes.logout.path && path !== routes.oauth.path)
  .filter((path) => !ofVisitors.test(path))

/** The words of a page that are about a password of the player's account. */
async function saidOfPassword(page: Page): Promise<readonly string[]> {
  const text = await page.locator('body').innerText()
  return text
    .replace('We never see their passwords.', '')
    .split('\n')
    .filter((line) => /password/i.test(line))
}

function playPartnersPlayer(stubbedApi: StubbedApi): void {
  const ofPartner = { ...player, AuthType: 2, AuthPartner: 'Relic', AvatarUrl: '' }
  const none = { HasPassword: false, PasswordSetAt: null, Passkeys: [], Apps: [], CodesLeft: null }
  stubbedApi.stub('GET profile/user/42', ok(ofPartner))
  stubbedApi.stub('GET security', ok({ ...security, ...none }))
  stubbedApi.stub('GET security/devices', ok({ Devices: [] }))
  stubbedApi.stub('GET security/activity', ok({ Entries: [], Next: null }))
  stubbedApi.stub('POST safety/read', ok({ ...link, Kind: 'unfreeze' }))
}

const renamed = securing.Entries.filter(({ Act }) => Act === 'renamed')
const link = { Username: 'Pat', NeedsNumber: true, NeedsPassword: false, Ways: [] }

for (const [environment, differences] of firstByDay(deployments)) {
  const kind = differences === beyond ? 'with all of our screens' : 'as specified'
  test(`No screen of a partner’s player names a password · ${environment}, ${kind}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in(environment, differences)
    playPartnersPlayer(stubbedApi)
    const said: string[] = []
    for (const path of paths) {
      await signIn()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await stubbedApi.settled(page)
      if (ofVisitors.test(new URL(page.url()).pathname)) continue
      said.push(...(await saidOfPassword(page)).map((line) => `${path}: ${line}`))
    }
    expect(said).toEqual([])
  })
}

test('A freeze and the link of its mail name no password to a partner’s player', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('RELIC', beyond)
  playPartnersPlayer(stubbedApi)
  await signIn()
  await page.goto('/account/security')
  await control(page, 'Freeze my account').click()
  await control(page.getByRole('dialog'), 'Freeze now').click()
  await expect(page).toBeOnPath('/account-safety/frozen')
  await expect(page.getByText('Nothing of yours is lost.')).toBeVisible()
  expect(await saidOfPassword(page)).toEqual([])
  for (const Kind of ['freeze', 'unfreeze']) {
    stubbedApi.stub('POST safety/read', ok({ ...link, Kind, Entries: renamed }))
    await page.goto('/account-safety?link=T')
    if (Kind === 'freeze') {
      await page.getByRole('radio', { name: 'Undo what was done since' }).check()
      await page.getByRole('radio', { name: 'Username changed' }).check()
    }
    await expect(page.getByLabel('Number in our mail')).toBeVisible()
    expect(await saidOfPassword(page)).toEqual([])
  }
  stubbedApi.stub('POST safety/read', refused('ERROR_SAFETY_LINK_EXPIRED'))
  await page.goto('/account-safety?link=T')
  await control(page, 'Send me a new link').click()
  await expect(page.getByLabel('Username or email')).toBeVisible()
  expect(await saidOfPassword(page)).toEqual([])
})

test('The support code of a partner’s player comes with no word about a password', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('RELIC', beyond)
  playPartnersPlayer(stubbedApi)
  stubbedApi.stub('GET newsletter', noted(status(500)))
  stubbedApi.stub('POST support-code', ok({ Code: 'ABC-123' }))
  await signIn()
  await page.goto('/account/newsletter')
  await control(page, 'Get a support code').click()
  await expect(page.getByText('Give this code to our support.')).toBeVisible()
  expect(await saidOfPassword(page)).toEqual([])
})

test('The step of a partner offers no way to another password · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub(
    'POST log/identify',
    ok({
      AuthType: 2,
      AuthPartner: 'Relic',
      Id_User: 7,
      Username: 'Pat',
      TitleName: '',
      Email: 'p.....t@x.test',
      AvatarUrl: '',
    }),
  )
  await page.goto('/login')
  await page.getByLabel('Username or email').fill('Pat')
  await control(page, 'Next').click()
  await expect(control(page, 'Connect with Relic account')).toBeVisible()
  expect(await saidOfPassword(page)).toEqual([])
})

test('The security section of a player who logs in by passkeys speaks of a password only to offer one', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', beyond)
  stubbedApi.stub('GET security', ok({ ...security, HasPassword: false, PasswordSetAt: null }))
  stubbedApi.stub('GET security/devices', ok({ Devices: [] }))
  stubbedApi.stub('GET security/activity', ok({ Entries: [], Next: null }))
  await signIn()
  await page.goto('/account/security')
  await expect(page.getByText('You log in without a password.')).toBeVisible()
  await stubbedApi.settled(page)
  const offered = new Set(['Password', 'You log in without a password.', 'Set a password'])
  const said = await saidOfPassword(page)
  expect(said.filter((line) => !offered.has(line))).toEqual([])
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.getByRole('dialog').innerText()).not.toMatch(/password/i)
  await page.goto('/account/reset-password')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a password')
})
