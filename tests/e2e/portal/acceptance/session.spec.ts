import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import { holdBack, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { fromNow, token } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy, firstByDay, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

for (const environment of distinctBy(() => null)) {
  test(
    `AT-SES-01 A valid session opens Information · ${environment}`,
    covers(
      'R-4.1-3',
      'R-4.1-8',
      'R-4.1-9',
      'R-4.1-10',
      'R-4.1-14',
      'R-2.1-27',
      'R-7.3-1',
      'R-7.3-2',
    ),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/')
      await expect(page).toBeOnPath('/account')
      expect(stubbedApi.calls.slice(0, 3).map(({ name }) => name)).toEqual([
        'GET token/IDENT-1',
        'GET profile/user/42',
        'GET profile/connects',
      ])
      expect(stubbedApi.sent('GET profile/user/42')[0]?.query).toEqual({ include: 'Block' })
    },
  )
}

test(
  'AT-SES-02 A missing token ends the session · PROD',
  covers('R-4.1-4'),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET token/IDENT-1', status(404))
    await signIn()
    await page.goto('/account')
    await expect(page).toBeOnPath('/')
    await expect(control(page, 'Log in')).toBeVisible()
    expect(await identities(context)).toEqual([])
  },
)

for (const environment of firstByDay(['PROD', 'RELIC'] as const)) {
  for (const [what, difference] of [
    ['not validated', { Validated: false }],
    ['refreshed', { Refreshed: true }],
  ] as const) {
    test(
      `AT-SES-03 A token that is ${what} ends the session · ${environment}`,
      covers('R-4.1-5', 'R-4.1-6', 'R-3.3-4', 'R-3.3-5'),
      async ({ page, stubbedApi, signIn, context }) => {
        await stubbedApi.in(environment)
        stubbedApi.stub('GET token/IDENT-1', ok({ ...token, ...difference }))
        await signIn()
        await page.goto('/account')
        await expect(page).toBeOnPath('/')
        expect(await identities(context)).toEqual([])
        expect(stubbedApi.sent('GET profile/**')).toEqual([])
      },
    )
  }
}

test(
  'AT-SES-04 A token past its expiry ends the session · PROD',
  covers('R-4.1-7', 'R-3.3-6'),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET token/IDENT-1', ok({ ...token, ExprireAt: fromNow({ minutes: -1 }) }))
    await signIn()
    await page.goto('/account')
    await expect(page).toBeOnPath('/')
    expect(await identities(context)).toEqual([])
    expect(stubbedApi.sent('GET token/refresh')).toEqual([])
  },
)

for (const environment of distinctBy(() => null, ownLoginEnvironments)) {
  test(
    `AT-SES-06 A log-in leads to an allowed redirect URL · ${environment}`,
    covers('R-4.1-11', 'R-4.1-12', 'R-4.1-13', 'R-7.4-7', 'R-2.5-6'),
    async ({ page, stubbedApi }) => {
      const target = 'https://www.site.test/forum?a=1#p'
      await stubbedApi.in(environment)
      await page.goto(`/login?redirectUrl=${encodeURIComponent(target)}`)
      await logIn(page, environment)
      await expect(page).toHaveURL(target)
      expect(stubbedApi.sent('GET redirect/allowed-redirect-domains')).toHaveLength(1)
    },
  )

  test(
    `AT-SES-16 The identity cookie has the specified attributes · ${environment}`,
    covers('R-9.1-1', 'R-9.1-2', 'R-3.15-1', 'R-4.2-2'),
    async ({ page, stubbedApi, context }) => {
      await stubbedApi.in(environment)
      await page.goto('/login')
      await logIn(page, environment)
      await expect(page).toBeOnPath('/account')
      const cookies = (await context.cookies()).filter(({ value }) => value === 'IDENT-1')
      expect(cookies).toHaveLength(1)
      expect(cookies).toMatchObject([{ sameSite: 'Strict', path: '/' }])
      const days = ((cookies[0]?.expires ?? 0) - Date.now() / 1000) / 86_400
      expect(Math.abs(days - 30)).toBeLessThan(1 / 24)
    },
  )
}

test(
  'AT-SES-07 A log-in ignores a redirect URL outside the list · PROD',
  covers('R-4.1-12', 'R-4.1-14'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/login?redirectUrl=https%3A%2F%2Fwww.other.test%2F')
    await logIn(page, 'PROD')
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.visits).toEqual([])
  },
)

test(
  'AT-SES-09 A log-in redirects nowhere without the list · PROD',
  covers('R-4.1-12'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET redirect/allowed-redirect-domains', status(500))
    await page.goto('/login?redirectUrl=https%3A%2F%2Fwww.site.test%2F')
    await logIn(page, 'PROD')
    await expect(page).not.toHaveURL(/\/login/)
    expect(stubbedApi.visits).toEqual([])
  },
)

test(
  'AT-SES-09 A log-in redirects nowhere with an empty list · PROD',
  covers('R-4.1-12'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET redirect/allowed-redirect-domains', ok([]))
    await page.goto('/login?redirectUrl=https%3A%2F%2Fwww.site.test%2F')
    await logIn(page, 'PROD')
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.visits).toEqual([])
  },
)

test(
  'AT-SES-11 A reload keeps the session · PROD',
  covers('R-4.1-14'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()
    await expect(page).toBeOnPath('/account')
  },
)

// Routed answers switch the browser's cache off: here a real server answers, and counts.
test(
  'AT-SES-12 The token is never cached · PROD',
  covers('R-7.4-2'),
  async ({ page, stubbedApi, signIn, baseURL }) => {
    let asked = 0
    const cacheControls = new Set<string | undefined>()
    const server = createServer((request, response) => {
      const isToken = request.method === 'GET' && request.url === '/token/IDENT-1'
      if (isToken) asked += 1
      if (isToken) cacheControls.add(request.headers['cache-control'])
      response.writeHead(request.method === 'OPTIONS' ? 204 : isToken ? 200 : 404, {
        'access-control-allow-origin': baseURL,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'authorization,content-type,x-api-key',
        'cache-control': 'max-age=600',
        'content-type': 'application/json',
      })
      response.end(isToken ? JSON.stringify({ ...token, Validated: false }) : undefined)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    try {
      const { port } = server.address() as AddressInfo
      await stubbedApi.in('PROD', { AccountApiUrl: `http://127.0.0.1:${port}` })
      for (const times of [1, 2]) {
        await signIn()
        await page.goto('/account')
        await expect(page).toBeOnPath('/')
        expect(asked).toBe(times)
      }
      // Nor does a server answer the portal from what another one has changed since.
      expect([...cacheControls]).toEqual(['no-cache'])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  },
)

test(
  'AT-SES-13 A refused bearer is refreshed once · PROD',
  covers('R-4.1-17', 'R-4.1-18', 'R-4.1-19', 'R-7.4-3', 'R-3.3-8'),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', [status(401), ok([])])
    stubbedApi.stub('GET token/refresh', ok({ AccessToken: 'IDENT-2' }))
    stubbedApi.stub('GET token/IDENT-2', ok({ ...token, Value: 'BEARER-2' }))
    await signIn()
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()
    const refreshes = stubbedApi.sent('GET token/refresh')
    expect(refreshes).toHaveLength(1)
    expect(Object.keys(refreshes[0]?.query ?? {}).toSorted()).toEqual([
      'access_token',
      'client_id',
      'refresh_token',
    ])
    expect(stubbedApi.sent('GET profile/connects').at(-1)?.headers['authorization']).toBe(
      'Bearer BEARER-2',
    )
    expect(await identities(context)).toEqual(['IDENT-2'])
  },
)

test(
  'AT-SES-14 A refresh that succeeds does not loop · PROD',
  covers('R-4.1-19'),
  async ({ page, stubbedApi, signIn }) => {
    await page.clock.install()
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', status(401))
    stubbedApi.stub('GET token/refresh', ok({ AccessToken: 'IDENT-2' }))
    stubbedApi.stub('GET token/IDENT-2', ok({ ...token, Value: 'BEARER-2' }))
    await signIn()
    await page.goto('/account')
    await expect(stubbedApi).toHaveSent('GET profile/connects', 2)
    await page.clock.runFor(5000)
    expect(stubbedApi.sent('GET token/refresh')).toHaveLength(1)
    expect(stubbedApi.calls.length).toBeLessThan(12)
  },
)

test(
  'AT-SES-14 A refresh that fails does not loop · PROD',
  covers('R-4.1-19', 'R-4.1-4'),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', status(401))
    stubbedApi.stub('GET token/refresh', refused('ERROR_TOKEN_INVALID_REFRESH'))
    await signIn()
    await page.goto('/account')
    await expect(page).toBeOnPath('/')
    expect(stubbedApi.sent('GET token/refresh')).toHaveLength(1)
    expect(await identities(context)).toEqual([])
  },
)

test(
  'AT-SES-17 The redirect URL is used once · PROD',
  covers('R-4.1-11', 'R-3.15-5'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/login?redirectUrl=https%3A%2F%2Fwww.site.test%2F')
    await logIn(page, 'PROD')
    await expect(page).toHaveURL('https://www.site.test/')
    await page.goto('/')
    await expect(page).toBeOnPath('/account')
  },
)

test(
  'AT-SES-19 Protected content does not show before the token is there · PROD',
  covers('R-2.1-28', 'R-4.1-3'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    const held = holdBack()
    stubbedApi.stub('GET token/IDENT-1', () => held.of(ok(token)))
    await signIn()
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(globalThis, { seenWords: () => [...seen].join() })
      new MutationObserver(() => {
        const text = document.body?.innerText ?? ''
        for (const words of ['My information', 'Log in']) if (text.includes(words)) seen.add(words)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await page.goto('/account', { waitUntil: 'load' })
    await expect(stubbedApi).toHaveSent('GET token/IDENT-1', 1)
    expect(await page.evaluate('seenWords()')).toBe('')
    held.release()
    await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()
    expect(await page.evaluate('seenWords()')).toBe('My information')
  },
)

test(
  'AT-SES-20 The storages hold nothing secret · PROD',
  covers('R-3.15-5', 'R-3.15-6'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/login?redirectUrl=%2Faccount')
    await logIn(page, 'PROD', { name: 'player@example.com' })
    await expect(page).toBeOnPath('/account')
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(stored).not.toMatch(/IDENT-1|BEARER-1|REFRESH-1|Welcome2Gatehouse|player@example\.com/)
  },
)

async function identities(context: BrowserContext): Promise<string[]> {
  return (await context.cookies())
    .map(({ value }) => value)
    .filter((value) => value.startsWith('IDENT-'))
}
