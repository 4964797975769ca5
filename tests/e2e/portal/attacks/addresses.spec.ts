import { paths } from '@gatehouse/contract/routes'
import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'
import { watchScripts } from '../../attacks/watchScripts.ts'

test.use({ bypassCSP: false })

/**
 * The values that the portal or a service reads out of an address, and those that neither reads.
 */
const parameters = [
  'redirectUrl',
  'RedirectUrl',
  'redirect_uri',
  'clientId',
  'client_id',
  'state',
  'scope',
  'message',
  'error',
  'error_description',
  'code',
  'token',
  'access_token',
  'uid',
  'email',
  'verificationCode',
  'id',
  'id-user',
  'result',
  'idSteam',
  'SteamId',
  'iss',
  'lang',
  'theme',
  'openid.mode',
  'openid.claimed_id',
  'utm_source',
  'utm_campaign',
  'gclid',
  'fbclid',
  '__proto__',
  'constructor',
  'callback',
  'next',
  'url',
  'partner',
  'created',
]
const polyglots = [
  "javascript:hit()//\"><img src=x onerror=hit()>'-hit()-'</title></script><svg onload=hit()>",
  'data:text/html,<script>hit()</script>{{constructor.constructor("hit()")()}}',
  "';hit()//\\\";hit()//--></style><iframe srcdoc='<script>parent.hit()</script>'>",
]
const query = new URLSearchParams(
  parameters.map((name, at) => [name, polyglots[at % polyglots.length] ?? '']),
).toString()
const address = (path: string) => `${path}?${query}#${encodeURIComponent(polyglots[0] ?? '')}`

const halves = [
  ['the first half of the routes', (at: number) => at % 2 === 0],
  ['the second half of the routes', (at: number) => at % 2 === 1],
] as const

for (const [which, isIn] of halves) {
  for (const who of ['a player', 'a visitor'] as const) {
    test(
      `K06 Nothing in an address runs: ${which} · ${who} · SANDBOX`,
      atNight(),
      async ({ page, stubbedApi, signIn, context }) => {
        const watched = await watchScripts(context)
        await stubbedApi.in('SANDBOX')
        for (const call of [
          'GET email/*',
          'GET oauth',
          'GET focus/**',
          'GET partner/**',
          'GET gamepass/*',
        ]) {
          stubbedApi.stub(call, { status: 404, body: {} })
        }
        if (who === 'a player') await signIn()
        for (const path of Object.values(paths).filter((_, at) => isIn(at))) {
          // The page before may be on its way to a service: then this one is asked for once more.
          await expect(() => page.goto(address(path))).toPass()
          // A player is sent on to a service by some.
          await expect
            .poll(
              async () =>
                isElsewhere(page) || (await page.locator('#root[data-alive] > *').count()) > 0,
            )
            .toBe(true)
          await expect(page.locator('[onerror], [onload], iframe')).toHaveCount(0)
          expect(new URL(page.url()).protocol).toMatch(/^https?:$/)
        }
        expect(watched).toEqual({ hits: [], violations: [] })
        // Screens that act on load set out to the addresses that the account API gave, and to no other.
        expect(
          stubbedApi.visits.filter(
            (url) => !/^https:\/\/(steam|epic|twitch)\.test\/auth$/.test(url),
          ),
        ).toEqual([])
      },
    )
  }
}

function isElsewhere(page: Page): boolean {
  return /^(steam|epic|twitch)\.test$/.test(new URL(page.url()).hostname)
}
