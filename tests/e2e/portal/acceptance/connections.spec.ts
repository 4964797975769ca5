import type { Locator, Page } from '@playwright/test'
import { holdBack, ok } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { fromNow, token } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, goInside } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

const validate = 'POST profile/validate'

for (const environment of distinctBy(({ hiddenConnections, steamLink }) => [
  hiddenConnections,
  steamLink,
]).filter((name) => name !== 'RELIC')) {
  test(
    `AT-CON-01 The list shows each service with its account · ${environment}`,
    covers(
      'R-2.17-1',
      'R-2.17-2',
      'R-2.17-3',
      'R-2.17-4',
      'R-2.17-5',
      'R-2.17-6',
      'R-2.17-13',
      'R-2.17-14',
      'R-2.17-15',
      'R-3.6-2',
      'R-2.1-29',
    ),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/account/link-account')
      await expect(page).toHaveTitle('Account - Connections')
      for (const [name, icon] of [
        ['Steam', 'steam'],
        ['Twitch', 'twitch'],
        ['Epic Games', 'epic-games'],
        ['Game Pass', 'game-pass'],
      ] as const) {
        await expect(entry(page, name)).toBeVisible()
        const image = `img[src="https://medias.site.test/${icon}.png"]`
        await expect(entry(page, name).locator(image)).toBeVisible()
      }
      const steam = entry(page, 'Steam')
      await expect(steam).toContainText('SteamGuy')
      await expect(steam.locator('img[src="https://medias.site.test/steam-guy.png"]')).toBeVisible()
      await expect(control(steam, 'Unlink')).toBeVisible()
      await expect(control(steam, 'Link')).toHaveCount(0)
      for (const name of ['Twitch', 'Epic Games']) {
        await expect(control(entry(page, name), 'Link')).toBeVisible()
        await expect(control(entry(page, name), 'Unlink')).toHaveCount(0)
      }
      await expect(entry(page, 'Game Pass').getByRole('button')).toHaveCount(0)
      await expect(entry(page, 'Game Pass').getByRole('link')).toHaveCount(0)
    },
  )

  test(
    `AT-CON-05 Link validates the profile and leads to the service · ${environment}`,
    covers('R-4.10-1', 'R-4.10-2', 'R-4.10-3', 'R-7.3-3', 'R-7.12-1', 'R-2.3-1'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub('GET profile/connects', connectsWith({}))
      stubbedApi.stub('GET steam/auth', ok('https://steam.test/openid?x=1'))
      await signIn()
      await page.goto('/account/link-account')
      await control(entry(page, 'Steam'), 'Link').click()
      await expect(page).toHaveURL('https://steam.test/openid?x=1')
      expect(stubbedApi.sent(validate).map(({ body }) => body)).toEqual([{ Token: 'BEARER-1' }])
      const names = stubbedApi.calls.map(({ name }) => name)
      expect(names.indexOf('GET steam/auth')).toBeGreaterThan(names.indexOf(validate))
      expect(stubbedApi.sent('GET steam/auth')).toHaveLength(1)
      expect(stubbedApi.sent('GET steam/auth')[0]?.query['callbackPath']).toBe('/steam/callback')
      await page.goBack()
      await expect(control(entry(page, 'Steam'), 'Link')).not.toHaveAttribute('aria-busy')
    },
  )
}

test(
  'AT-CON-02 RELIC hides two services · RELIC',
  covers('R-2.17-11', 'R-2.17-12', 'R-6.2-4'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('RELIC')
    await signIn()
    await page.goto('/account/link-account')
    await expect(entry(page, 'Steam')).toBeVisible()
    await expect(entry(page, 'Game Pass')).toBeVisible()
    await expect(page.getByText(/twitch|epic/i)).toHaveCount(0)
  },
)

/** Two a load, one an entry. */
const ages = [
  [
    [1, '1 second'],
    [30, '30 seconds'],
  ],
  [
    [60, '1 minute'],
    [5 * 60, '5 minutes'],
  ],
  [
    [3600, '1 hour'],
    [3 * 3600, '3 hours'],
  ],
  [
    [86_400, '1 day'],
    [12 * 86_400, '12 days'],
  ],
] as const

test(
  'AT-CON-03 The list shows how long ago each account was synced · PROD',
  covers('R-2.17-7', 'R-2.17-8', 'R-2.17-9', 'R-2.17-10', 'R-3.6-8'),
  async ({ page, stubbedApi, signIn }) => {
    const now = new Date('2026-03-01T12:00:00Z')
    const ago = (seconds: number) => ({
      LastCheck: new Date(now.getTime() - seconds * 1000).toISOString(),
    })
    await page.clock.setFixedTime(now)
    await stubbedApi.in('PROD')
    await signIn()
    for (const [[ofSteam, steam], [ofTwitch, twitch]] of ages) {
      await test.step(`${steam}, ${twitch}`, async () => {
        const connects = connectsWith({ steam: ago(ofSteam), twitch: ago(ofTwitch) })
        stubbedApi.stub('GET profile/connects', connects)
        await page.goto('/account/link-account')
        await expect(entry(page, 'Steam').locator('time')).toHaveText(`Synced ${steam} ago`)
        await expect(entry(page, 'Twitch').locator('time')).toHaveText(`Synced ${twitch} ago`)
      })
    }
  },
)

test(
  'AT-CON-01 The list shows accounts without an avatar, with a broken one, and that the service no longer knows · PROD',
  covers('R-2.17-4', 'R-2.17-5', 'R-2.17-6'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub(
      'GET profile/connects',
      connectsWith({
        steam: { Avatar: 'https://medias.site.test/gone.png', ConnectName: 'Lost', IsGone: true },
        twitch: { Avatar: null, ConnectName: '<b>streamer</b>', LastCheck: null },
        'game-pass': { ConnectName: 'Gamer', CanLink: true },
      }),
    )
    const giveUp = await holdPicture(page)
    await signIn()
    await page.goto('/account/link-account')
    const [steam, twitch] = [entry(page, 'Steam'), entry(page, 'Twitch')]
    await expectUnseen(steam)
    giveUp()
    await expect(steam.getByText('L', { exact: true })).toBeVisible()
    await expect(steam).toContainText('Steam no longer knows this account.')
    await expect(control(steam, 'Unlink')).toBeVisible()
    await expect(twitch).toContainText('<b>streamer</b>')
    await expect(twitch.getByText('<', { exact: true })).toBeVisible()
    await expect(twitch.locator('time')).toHaveCount(0)
    await expect(control(entry(page, 'Game Pass'), 'Unlink')).toBeVisible()
  },
)

test(
  'AT-CON-01 A service whose icon is missing or broken has a drawing of ours · PROD',
  covers('R-2.17-3', 'R-3.6-4'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD', { MediasUrl: '' })
    const withIcons = connectsWith({
      steam: { Icon: 'https://medias.site.test/gone.png' },
      twitch: { Icon: '' },
      'epic-games': { Icon: 'connections/epic-games.svg' },
      'game-pass': { Icon: 'javascript:alert(1)' },
    })
    stubbedApi.stub('GET profile/connects', withIcons)
    const giveUp = await holdPicture(page)
    await signIn()
    await page.goto('/account/link-account')
    await expectUnseen(entry(page, 'Steam'))
    giveUp()
    for (const name of ['Steam', 'Twitch', 'Epic Games', 'Game Pass']) {
      await expect(entry(page, name).locator('svg path').first()).toBeVisible()
      await expect(
        entry(page, name).locator('img[src*="gone"], img[src*="connections"]'),
      ).toHaveCount(0)
    }
    await stubbedApi.in('PROD')
    await page.goto('/account/link-account')
    const image = 'img[src="https://medias.site.test/connections/epic-games.svg"]'
    await expect(entry(page, 'Epic Games').locator(image)).toBeVisible()
  },
)

test(
  'AT-CON-06 A player whose profile is not valid links no service · PROD',
  covers('R-4.10-2'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', connectsWith({}))
    stubbedApi.stub(validate, ok({ Success: false }))
    await signIn()
    await page.goto('/account/link-account')
    for (const [name, auth] of [
      ['Steam', 'GET steam/auth'],
      ['Twitch', 'GET twitch/auth'],
      ['Epic Games', 'GET epicgames/auth'],
    ] as const) {
      await test.step(name, async () => {
        await control(entry(page, name), 'Link').click()
        await expect(entry(page, name).getByRole('alert')).toHaveText(
          'You are not allowed to do this action.',
        )
        await expect(page).toBeOnPath('/account/link-account')
        await expect(stubbedApi).toHaveSent(auth, 0)
      })
    }
  },
)

test(
  'AT-GEN-07 Each link button has its own loading flag · PROD',
  covers('R-3.14-11', 'R-3.14-12', 'R-3.14-13', 'R-4.12-1'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', connectsWith({}))
    const steamAnswer = holdBack()
    stubbedApi.stub('GET steam/auth', () => steamAnswer.of(ok('https://steam.test/auth')))
    stubbedApi.stub('GET twitch/auth', () => holdBack().of(ok()))
    await signIn()
    await page.goto('/account/link-account')
    const [steam, twitch] = [entry(page, 'Steam'), entry(page, 'Twitch')]
    await control(steam, 'Link').dblclick()
    await expect(control(steam, 'Link')).toHaveAttribute('aria-busy', 'true')
    await expect(control(twitch, 'Link')).not.toHaveAttribute('aria-busy')
    await control(twitch, 'Link').click()
    await expect(control(twitch, 'Link')).toHaveAttribute('aria-busy', 'true')
    await expect(stubbedApi).toHaveSent('GET twitch/auth', 1)
    steamAnswer.release()
    await expect(page).toHaveURL('https://steam.test/auth')
    expect(stubbedApi.sent('GET steam/auth')).toHaveLength(1)
    expect(stubbedApi.sent('GET twitch/auth')).toHaveLength(1)
    expect(stubbedApi.sent(validate)).toHaveLength(2)
  },
)

test(
  'AT-GEN-07 A callback screen sets the loading flags of its service · PROD',
  covers('R-2.3-8', 'R-3.14-12', 'R-3.14-13'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', connectsWith({}))
    const [callback, profile] = [holdBack(), holdBack()]
    stubbedApi.stub('POST twitch/callback', () => callback.of(ok({ AccountId: '7' })))
    await signIn()
    await page.goto('/twitch/callback?code=T1')
    await expect(stubbedApi).toHaveSent('POST twitch/callback', 1)
    await goInside(page, '/account/link-account')
    const [steam, twitch] = [entry(page, 'Steam'), entry(page, 'Twitch')]
    await expect(control(twitch, 'Link')).toHaveAttribute('aria-busy', 'true')
    await expect(control(steam, 'Link')).not.toHaveAttribute('aria-busy')
    await control(twitch, 'Link').click({ force: true })
    stubbedApi.stub('GET profile/connects', () =>
      profile.of(connectsWith({ twitch: { ConnectName: 'Streamer' } })),
    )
    callback.release()
    await expect(stubbedApi).toHaveSent('GET profile/connects', 2)
    await expect(control(twitch, 'Link')).toHaveAttribute('aria-busy', 'true')
    profile.release()
    await expect(control(twitch, 'Unlink')).not.toHaveAttribute('aria-busy')
    await expect(twitch).toContainText('Streamer')
    await expect(stubbedApi).toHaveSent('GET twitch/auth', 0)
  },
)

for (const environment of distinctBy(() => null)) {
  test(
    `AT-CON-14 The unlink path of each service unlinks it once · ${environment}`,
    covers(
      'R-2.3-2',
      'R-2.3-5',
      'R-4.10-9',
      'R-7.12-5',
      'R-7.13-4',
      'R-7.14-3',
      'R-3.6-9',
      'R-2.1-66',
      'R-2.1-69',
      'R-2.1-72',
    ),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      const linked = { LastCheck: fromNow({ hours: -1 }) }
      stubbedApi.stub(
        'GET profile/connects',
        connectsWith({ steam: linked, twitch: linked, 'epic-games': linked }),
      )
      await signIn()
      for (const [service, call, body] of [
        ['steam', 'POST steam/unlink', { SteamId: '7656' }],
        ['epic-games', 'POST epicgames/unlink', {}],
        ['twitch', 'POST twitch/unlink', {}],
      ] as const) {
        const before = stubbedApi.sent('GET profile/connects').length
        await page.goto(`/${service}/unlink`)
        await expect(page).toBeOnPath('/account/link-account')
        expect(stubbedApi.sent(call).map((sent) => sent.body)).toEqual([body])
        // Once for the page, once more for what has changed.
        expect(stubbedApi.sent('GET profile/connects')).toHaveLength(before + 2)
      }
    },
  )
}

test(
  'AT-CON-14 The Unlink button of Connections unlinks the service · PROD',
  covers('R-4.10-9'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account/link-account')
    await expect(control(entry(page, 'Steam'), 'Unlink')).toBeVisible()
    stubbedApi.stub('GET profile/connects', connectsWith({}))
    await control(entry(page, 'Steam'), 'Unlink').click()
    const question = page.getByRole('dialog', { name: 'Unlink your Steam account?' })
    await expect(question).toContainText('You lose, until you link it again:')
    await control(question, 'Cancel').click()
    await expect(question).toHaveCount(0)
    expect(stubbedApi.sent('POST steam/unlink')).toEqual([])
    await control(entry(page, 'Steam'), 'Unlink').click()
    await control(question, 'Unlink').click()
    await expect(control(entry(page, 'Steam'), 'Link')).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('Your Steam account is no longer linked.')
    await expect(page).toBeOnPath('/account/link-account')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(stubbedApi).toHaveSent('POST steam/unlink', 1)
  },
)

test(
  'AT-CON-15 Unlink runs once per token: one token · PROD',
  covers('R-2.3-5', 'R-2.3-6'),
  async ({ page, context, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    const unlinked = holdBack()
    stubbedApi.stub('POST steam/unlink', () => unlinked.of(ok()))
    await signIn()
    await page.goto('/steam/unlink')
    await expect(stubbedApi).toHaveSent('POST steam/unlink', 1)
    const other = await context.newPage()
    await other.goto('about:blank')
    await page.bringToFront()
    unlinked.release()
    await expect(page).toBeOnPath('/account/link-account')
    await expect(stubbedApi).toHaveSent('POST steam/unlink', 1)
  },
)

test(
  'AT-CON-15 Unlink runs once per token: the token is renewed · PROD',
  covers('R-2.3-5', 'R-2.3-6', 'R-4.1-19'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('POST steam/unlink', (call) => ({
      status: call.headers['authorization'] === 'Bearer BEARER-2' ? 200 : 401,
      body: {},
    }))
    stubbedApi.stub('GET token/refresh', ok({ AccessToken: 'IDENT-2' }))
    stubbedApi.stub('GET token/IDENT-2', ok({ ...token, Value: 'BEARER-2', Refresh: 'REFRESH-2' }))
    await signIn()
    await page.goto('/steam/unlink')
    await expect(page).toBeOnPath('/account/link-account')
    const renewed = stubbedApi
      .sent('POST steam/unlink')
      .filter(({ headers }) => headers['authorization'] === 'Bearer BEARER-2')
    expect(renewed.length).toBeGreaterThanOrEqual(1)
    expect(renewed.length).toBeLessThanOrEqual(2)
  },
)

/** The entry of a service in the list of connections. */
function entry(page: Page, name: string) {
  return page.getByRole('listitem', { name, exact: true })
}

/** The picture that does not come keeps the browser waiting until the function is called. */
async function holdPicture(page: Page): Promise<() => void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  await page.route('https://medias.site.test/gone.png', async (route) => {
    await isOver
    await route.abort()
  })
  return resolve
}

/** A picture that is not here has no place yet, where WebKit would draw the sign of a broken one. */
async function expectUnseen(service: Locator): Promise<void> {
  await expect(service.locator('img[src*="gone"]')).toBeAttached()
  await expect(service.locator('img[src*="gone"]')).toBeHidden()
}
