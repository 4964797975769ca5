import type { Environment } from '@gatehouse/contract/environments'
import type { Page } from '@playwright/test'
import { lost, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy, firstByDay, partnerEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { box, control, field, submit } from '../../fixtures/page.ts'
import { approve, newcomer, playPartner, slugs } from '../../fixtures/steps/partner.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { atNight, covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/*
 * Players whom the partner has proven and who have no account here yet. Where no form is shown is
 * in partnerBypass.spec.ts.
 */

const register = 'POST partner/user/register'
const tooFast = 'Sorry, you are too fast for us! Please retry in a few seconds.'

for (const environment of firstByDay(
  distinctBy(
    ({ codeOfConduct, minimumSecondsOnForm }) => [codeOfConduct, minimumSecondsOnForm],
    partnerEnvironments,
  ),
)) {
  test(
    `AT-PAR-06 The register screen shows what the partner has proven · ${environment}`,
    covers(
      'R-2.8-1',
      'R-2.8-2',
      'R-2.8-3',
      'R-2.8-4',
      'R-2.8-5',
      'R-2.8-6',
      'R-2.8-7',
      'R-2.8-9',
      'R-2.8-13',
      'R-4.5-1',
      'R-4.5-3',
      'R-3.11-1',
      'R-3.11-2',
      'R-3.11-3',
      'R-3.11-4',
      'R-3.14-3',
      'R-3.14-4',
    ),
    async ({ page, stubbedApi }) => {
      await playPartner(stubbedApi, environment, newcomer)
      await page.goto('/oauth/partner?code=c')
      await expect(page).toBeOnPath('/oauth/partner/register')
      await expect(page.getByRole('heading', { name: 'Confirm username' })).toBeVisible()
      await expect(page).toHaveTitle('Account - Confirm username')
      await expect(field(page, 'Username')).toHaveValue('Pat')
      await expect(field(page, 'Email')).toHaveValue('p@x.test')
      await expect(field(page, 'Email')).not.toBeEditable()
      await expect(box(page, 'Privacy Policy')).not.toBeChecked()
      await expect(box(page, 'Terms')).not.toBeChecked()
      await expect(box(page, 'Code of Conduct')).toHaveCount(environment === 'RELIC' ? 1 : 0)
      await expect(page.getByRole('button', { name: 'Confirm username' })).toBeVisible()
    },
  )

  test(
    `AT-PAR-10 The hidden box is a trap for robots · ${environment}`,
    covers('R-2.8-8', 'R-5.4-8', 'R-5.4-9'),
    async ({ page, stubbedApi }) => {
      await openForm(page, stubbedApi, environment)
      await approve(page, environment)
      await page.clock.fastForward('00:06')
      await page.locator('input[name=Additional]').evaluate((trap: HTMLInputElement) => {
        trap.checked = true
      })
      await submit(page).click()
      await expect(submit(page)).not.toHaveAttribute('aria-busy')
      await expect(page).toBeOnPath('/oauth/partner/register')
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(stubbedApi.sent(register)).toEqual([])
    },
  )

  test(
    `AT-PAR-11 A partner’s player is registered and logged in · ${environment}`,
    covers(
      'R-7.6-11',
      'R-7.6-12',
      'R-3.10-1',
      'R-3.10-2',
      'R-3.10-3',
      'R-3.10-4',
      'R-3.10-5',
      'R-3.10-6',
      'R-3.10-7',
      'R-3.10-9',
      'R-3.10-10',
      'R-3.10-11',
      'R-4.5-4',
      'R-4.5-5',
      'R-4.5-6',
      'R-2.1-10',
      'R-3.11-8',
      'R-3.11-9',
    ),
    async ({ page, stubbedApi, context }) => {
      const steam = { Id_Account: '7656', ConnectName: 'SteamPat', Avatar: '' }
      const answer = { ...newcomer, Token: 'PROOF-1', SteamConnectUserInfo: steam }
      await openForm(page, stubbedApi, environment, answer, '?clientId=game-7')
      await field(page, 'Username').fill('PatToo')
      await approve(page, environment)
      await page.clock.fastForward('00:06')
      await submit(page).click()
      await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
      await expect(page).toBeOnPath('/oauth/partner/register/confirm')
      expect(stubbedApi.sent(register).map(({ body }) => body)).toEqual([
        {
          Partner: slugs[environment],
          Email: 'p@x.test',
          Username: 'PatToo',
          Id_SSO: 77,
          ApprovePrivacyPolicy: true,
          ApproveEULA: true,
          ApproveCodeOfConduct: environment === 'RELIC',
          Token: 'PROOF-1',
          ClientId: 'game-7',
          Cookies: [],
          SteamConnectUserInfo: steam,
          EpicConnectUserInfo: null,
        },
      ])
      expect(stubbedApi.sent('GET partner/user/C-9/log-in')).toHaveLength(1)
      const cookies = await context.cookies()
      const identity = cookies.find(({ value }) => value === 'IDENT-1')
      expect(identity?.sameSite).toBe('Strict')
      expect((identity?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29.9 * 86_400)
      // It goes on without a press of Continue.
      await expect(page).toBeOnPath('/account')
    },
  )

  test(
    `AT-ROUTE-21 The register screen leads Home without partner information · ${environment}`,
    covers('R-2.1-9'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      for (const path of ['/oauth/partner/register', '/oauth/partner/register/confirm']) {
        await page.goto(path)
        await expect(page).toBeOnPath('/')
        await expect(field(page, 'Username')).toHaveCount(0)
      }
      expect(stubbedApi.sent(register)).toEqual([])
    },
  )
}

test(
  'AT-PAR-08 The form takes five seconds at least · RELIC',
  covers('R-5.4-2', 'R-5.4-5', 'R-9.1-11'),
  async ({ page, stubbedApi }) => {
    const shown = Date.now()
    await page.clock.setFixedTime(shown)
    await playPartner(stubbedApi, 'RELIC', newcomer)
    await page.goto('/oauth/partner?code=c')
    await approve(page, 'RELIC')
    for (const waited of [4500, 4999]) {
      await page.clock.setFixedTime(shown + waited)
      await submit(page).click()
      await expect(page.getByText(tooFast)).toBeVisible()
      expect(stubbedApi.sent(register)).toEqual([])
    }
    await page.clock.setFixedTime(shown + 5000)
    await submit(page).click()
    await expect(stubbedApi).toHaveSent(register, 1)
    await expect(page.getByText(tooFast)).toHaveCount(0)
  },
)

for (const environment of firstByDay(['CREATIVE-ASSEMBLY', 'FOCUS'] as const)) {
  test(
    `AT-PAR-09 The form has no minimum time · ${environment}`,
    covers('R-5.4-3', 'R-5.4-4', 'R-9.1-12'),
    async ({ page, stubbedApi }) => {
      await openForm(page, stubbedApi, environment)
      await approve(page, environment)
      await submit(page).click()
      await expect(stubbedApi).toHaveSent(register, 1)
      await expect(page.getByText(tooFast)).toHaveCount(0)
    },
  )
}

test(
  'The code of conduct is asked before anything is sent · RELIC',
  covers('R-5.3-2'),
  async ({ page, stubbedApi }) => {
    await openForm(page, stubbedApi, 'RELIC')
    await box(page, 'Privacy Policy').check()
    await box(page, 'Terms').check()
    await page.clock.fastForward('00:06')
    await submit(page).click()
    await expect(box(page, 'Code of Conduct')).toHaveError('You must accept the Code of Conduct.')
    await expect(box(page, 'Code of Conduct')).toBeFocused()
    expect(stubbedApi.sent(register)).toEqual([])
  },
)

test('Typed text outlives an error page, and the player of the partner outlives a reload · FOCUS', async ({
  page,
  stubbedApi,
}) => {
  await openForm(page, stubbedApi, 'FOCUS')
  stubbedApi.stub(register, [lost, ok({ Created: 'C-9' })])
  await field(page, 'Username').fill('PatToo')
  await approve(page, 'FOCUS')
  await submit(page).click()
  await expect(page).toBeOnPath('/errors')
  await control(page, 'Go back').click()
  await expect(field(page, 'Username')).toHaveValue('PatToo')
  await expect(box(page, 'Terms')).toBeChecked()
  await page.reload()
  await expect(field(page, 'Email')).toHaveValue('p@x.test')
  await approve(page, 'FOCUS')
  await submit(page).click()
  await expect(page).toBeOnPath('/account')
  await expect(stubbedApi).toHaveSent('GET focus/oauth/partner', 1)
})

test(
  'An account that is made and not opened is not made again · FOCUS',
  atNight(),
  async ({ page, stubbedApi }) => {
    await openForm(page, stubbedApi, 'FOCUS')
    stubbedApi.stub('GET partner/user/C-9/log-in', [lost, ok({ Created: 'IDENT-1' })])
    await approve(page, 'FOCUS')
    await submit(page).click()
    await expect(page).toBeOnPath('/errors')
    await control(page, 'Go back').click()
    await submit(page).click()
    await expect(page).toBeOnPath('/account')
    await expect(stubbedApi).toHaveSent(register, 1)
  },
)

test('A proof that is over leads to the partner for another one · FOCUS', async ({
  page,
  stubbedApi,
}) => {
  await openForm(page, stubbedApi, 'FOCUS')
  stubbedApi.stub(register, refused('ERROR_REGISTER_TOKEN_EMPTY'))
  await approve(page, 'FOCUS')
  await submit(page).click()
  await expect(page.getByText('You need a valid token to create an account.')).toBeVisible()
  await control(page, 'Log in again').click()
  await expect(page).toHaveURL('https://partner.test/login')
})

test('Continue goes where the player was heading, and never twice · RELIC', async ({
  page,
  stubbedApi,
}) => {
  await openForm(page, stubbedApi, 'RELIC', {
    ...newcomer,
    RedirectUrl: 'https://www.site.test/back',
  })
  await approve(page, 'RELIC')
  await page.clock.fastForward('00:06')
  await submit(page).click()
  await control(page, 'Continue').click()
  await expect(page).toHaveURL('https://www.site.test/back')
  await expect(stubbedApi).toHaveSent('GET redirect/allowed-redirect-domains', 1)
})

/** Comes back from the partner as a player who has no account yet, by a clock of the test. */
async function openForm(
  page: Page,
  stubbedApi: StubbedApi,
  environment: Environment,
  answer: object = newcomer,
  query = '?',
): Promise<void> {
  await page.clock.install()
  await playPartner(stubbedApi, environment, answer)
  await page.goto(`/oauth/partner${query}&code=c`)
  await expect(field(page, 'Username')).toBeVisible()
}
