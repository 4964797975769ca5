import type { Page } from '@playwright/test'
import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { token } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const openId = 'openid.mode=id_res&openid.claimed_id=https%3A%2F%2Fs%2Fid%2F7656'
const notAuthorized = 'This request is not authorized.'
const notByOpenId = 'This request is not authorized by OpenId.'
const noState = 'This request should contain a state parameter.'

for (const environment of distinctBy(({ steamLink }) => steamLink)) {
  test(
    `AT-CON-07 The callback of Steam links the account · ${environment}`,
    covers(
      'R-2.3-3',
      'R-2.3-7',
      'R-2.3-8',
      'R-2.3-10',
      'R-4.10-4',
      'R-4.10-5',
      'R-4.10-8',
      'R-4.1-15',
      'R-7.12-2',
    ),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      const [ofToken, ofLink] = [holdBack(), holdBack()]
      stubbedApi.stub('GET token/IDENT-1', () => ofToken.of(ok(token)))
      stubbedApi.stub('POST steam/callback', () => ofLink.of(ok({ AccountId: '7656' })))
      await signIn()
      await page.goto(`/steam/callback?${openId}`, { waitUntil: 'load' })
      await expect(stubbedApi).toHaveSent('GET token/IDENT-1', 1)
      await expect(stubbedApi).toHaveSent('POST steam/callback', 0)
      ofToken.release()
      await expect(stubbedApi).toHaveSent('POST steam/callback', 1)
      await expect(page.getByRole('status')).toBeVisible()
      ofLink.release()
      await expect(page).toBeOnPath('/account/link-account')
      expect(stubbedApi.sent('POST steam/callback').map(({ body }) => body)).toEqual([
        { 'openid.mode': 'id_res', 'openid.claimed_id': 'https://s/id/7656' },
      ])
      const names = stubbedApi.calls.map(({ name }) => name)
      const posted = names.indexOf('POST steam/callback')
      expect(posted).toBeGreaterThan(names.indexOf('GET token/IDENT-1'))
      expect(names.slice(posted)).toContain('GET profile/user/42')
      expect(names.slice(posted)).toContain('GET profile/connects')
    },
  )
}

for (const environment of distinctBy(({ hiddenConnections }) => hiddenConnections).filter(
  (name) => name !== 'RELIC',
)) {
  test(
    `AT-CON-09 The callback of Epic Games sends its code · ${environment}`,
    covers('R-7.13-2', 'R-4.10-7'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub(
        'POST epicgames/callback',
        ok({ AccountId: 'E1', RedirectUrl: 'https://www.site.test/r' }),
      )
      await signIn()
      await page.goto('/epic-games/callback?code=C1')
      await expect(page).toHaveURL('https://www.site.test/r?epicgamesid=E1')
      expect(stubbedApi.sent('POST epicgames/callback').map(({ body }) => body)).toEqual([
        { Code: 'C1', CallbackPath: '/epic-games/callback' },
      ])
    },
  )

  test(
    `AT-CON-10 The callback of Epic Games sends its state to a redeemer · ${environment}`,
    covers('R-7.13-3', 'R-1.4-20'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment, { UseGamePublisherRedeemer: true })
      await signIn()
      await page.goto('/epic-games/callback?code=C1&state=S1')
      await expect(page).toBeOnPath('/account/link-account')
      expect(stubbedApi.sent('POST epicgames/callback').map(({ body }) => body)).toEqual([
        { State: 'S1', CallbackPath: '/epic-games/callback' },
      ])
    },
  )

  test(
    `AT-CON-11 A redeemer’s callback without state is refused · ${environment}`,
    covers('R-8.2-5'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment, { UseGamePublisherRedeemer: true })
      await signIn()
      await page.goto('/epic-games/callback?code=C1')
      await expectRefusal(page, noState)
      await expect(stubbedApi).toHaveSent('POST epicgames/callback', 0)
    },
  )

  test(
    `AT-CON-12 Twitch is linked by its code · ${environment}`,
    covers('R-7.14-1', 'R-7.14-2', 'R-2.1-67', 'R-2.1-68'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/twitch/link')
      await expect(page).toHaveURL('https://twitch.test/auth')
      expect(stubbedApi.sent('GET twitch/auth').map(({ query }) => query)).toEqual([
        { callbackPath: '/twitch/callback' },
      ])
      await page.goto('/twitch/callback?code=T1')
      await expect(page).toBeOnPath('/account/link-account')
      expect(stubbedApi.sent('POST twitch/callback').map(({ body }) => body)).toEqual([
        { Code: 'T1', CallbackPath: '/twitch/callback' },
      ])
    },
  )
}

test('AT-CON-12 RELIC hides Twitch and Epic Games in the list alone · RELIC', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('RELIC')
  await signIn()
  await page.goto('/twitch/link')
  await expect(page).toHaveURL('https://twitch.test/auth')
  for (const [path, call] of [
    ['/twitch/callback', 'POST twitch/callback'],
    ['/epic-games/callback', 'POST epicgames/callback'],
  ] as const) {
    await page.goto(`${path}?code=C`)
    await expect(page).toBeOnPath('/account/link-account')
    expect(stubbedApi.sent(call).map(({ body }) => body)).toEqual([
      { Code: 'C', CallbackPath: path },
    ])
  }
})

test('AT-CON-12 A state goes with its code · PROD', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  const gamePass = { IsLinked: false, CanLink: true }
  stubbedApi.stub('GET profile/connects', connectsWith({ 'game-pass': gamePass }))
  await signIn()
  for (const [path, call] of [
    ['/twitch/callback', 'POST twitch/callback'],
    ['/epic-games/callback', 'POST epicgames/callback'],
    ['/game-pass/callback', 'POST gamepass/callback'],
  ] as const) {
    await page.goto(`${path}?code=C&state=S`)
    await expect(page).toBeOnPath('/account/link-account')
    expect(stubbedApi.sent(call).map(({ body }) => body)).toEqual([
      { Code: 'C', State: 'S', CallbackPath: path },
    ])
  }
})

test(
  'AT-CON-13 A callback without session keeps the code · PROD',
  covers('R-2.3-9', 'R-2.3-11'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/twitch/callback?code=T1')
    await expect(page).toBeOnPath('/login')
    expect(decodeURIComponent(new URL(page.url()).search)).toContain('/twitch/callback?code=T1')
    await expect(stubbedApi).toHaveSent('POST twitch/callback', 0)
  },
)

test(
  'AT-CON-16 A refusal of the service is shown · PROD',
  covers('R-8.2-4', 'R-8.2-6'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    const gamePass = { IsLinked: false, CanLink: true }
    stubbedApi.stub('GET profile/connects', connectsWith({ 'game-pass': gamePass }))
    await signIn()
    for (const [path, words] of [
      ['/twitch/callback?error=access_denied', notAuthorized],
      ['/twitch/callback?error=access_denied&code=T1', notAuthorized],
      ['/epic-games/callback', notAuthorized],
      ['/game-pass/callback?error=access_denied', notAuthorized],
      ['/steam/callback?openid.mode=cancel', notByOpenId],
      ['/steam/callback?openid.mode=cancel&state=S', notByOpenId],
      ['/steam/callback', notByOpenId],
    ] as const) {
      await page.goto(path)
      await expectRefusal(page, words)
    }
    expect(stubbedApi.calls.filter(({ name }) => name.endsWith('/callback'))).toEqual([])
  },
)

test.describe('Back over a load', () => {
  test.use({ ownPage: true })

  test(
    'AT-CON-17 T24 A linking that the API refuses says why, and Back does not repeat it · PROD',
    covers('R-8.4-7', 'R-8.4-43', 'R-8.4-45', 'R-8.3-6', 'R-8.1-6'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in('PROD')
      await signIn()
      for (const [answer, words] of [
        [
          refused('ERROR_USER_STEAM_EXIST'),
          'This steam account is already linked to another user.',
        ],
        [
          refused('ERROR_USER_IP_BANNED_Steam_LINK'),
          'Your IP address has been banned: you are not allowed to link a steam account.',
        ],
        [
          { ...refused('ERROR_STEAM_NOT_REACHABLE'), status: 503 },
          'Steam API is not reachable right now. Please try again later.',
        ],
      ] as const) {
        await test.step(words, async () => {
          stubbedApi.stub('POST steam/callback', answer)
          const before = stubbedApi.sent('POST steam/callback').length
          await page.goto('/account')
          await expect(control(page, 'Logout')).toBeVisible()
          await page.goto(`/steam/callback?${openId}`)
          await expectRefusal(page, words)
          await expect(page.getByText('ERROR_')).toHaveCount(0)
          // The callback has left the history: Back does not repeat it.
          await page.goBack()
          await expect(page).toBeOnPath('/account')
          await expect(stubbedApi).toHaveSent('POST steam/callback', before + 1)
        })
      }
    },
  )
})

test(
  'AT-CON-18 RELIC refuses a callback without its result of success · RELIC',
  covers('R-2.1-62', 'R-2.1-63', 'R-8.2-2'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('RELIC')
    await signIn()
    for (const query of ['?result=FAILED', '?result=success', '']) {
      await test.step(`the query '${query}'`, async () => {
        await page.goto(`/relic/callback${query}`)
        await expectRefusal(page, 'Error on callback relic steam link.')
      })
    }
    await expect(stubbedApi).toHaveSent('POST steam/relic/callback', 0)
    await expect(stubbedApi).toHaveSent('GET partner/*/linked-accounts', 0)
  },
)

test(
  'AT-CON-18 Steam is linked by the service of the partner · RELIC',
  covers('R-7.12-4', 'R-7.16-2', 'R-7.16-3', 'R-8.2-1', 'R-8.2-3'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('RELIC')
    stubbedApi.stub('POST partner/relic/steam-link-url', ok('https://partner.test/steam'))
    stubbedApi.stub('GET partner/relic/linked-accounts', [
      ok({ IdSteam: '7656' }),
      ok({ IdSteam: null }),
      refused('Error on get linked relic.'),
    ])
    stubbedApi.stub('POST steam/relic/callback', ok({ AccountId: '7656' }))
    await signIn()
    await page.goto('/steam/link?redirectUrl=https%3A%2F%2Fwww.site.test%2Fp')
    await expect(page).toHaveURL('https://partner.test/steam')
    await expect(stubbedApi).toHaveSent('GET steam/auth', 0)
    await page.goto('/relic/callback?result=SUCCESS')
    await expect(page).toHaveURL('https://www.site.test/p?steamid=7656')
    expect(stubbedApi.sent('POST steam/relic/callback').map(({ body }) => body)).toEqual([
      { IdSteam: '7656' },
    ])
    for (const time of ['none is linked', 'the call is refused']) {
      await page.goto(`/relic/callback?result=SUCCESS&time=${time}`)
      await expectRefusal(page, 'Error on get linked relic.')
    }
    stubbedApi.stub('POST partner/relic/steam-link-url', refused('Error on get auth relic steam.'))
    await page.goto('/steam/link')
    await expectRefusal(page, 'Error on get auth relic steam.')
    await expect(stubbedApi).toHaveSent('POST steam/relic/callback', 1)
  },
)

async function expectRefusal(page: Page, words: string): Promise<void> {
  await expect(page).toBeOnPath('/errors/bad-request')
  await expect(page.getByText(words)).toBeVisible()
}
