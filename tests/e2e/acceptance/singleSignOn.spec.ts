import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  hostOf,
  loopback,
  portalOf,
  standInAddress,
} from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { field } from '../fixtures/page.ts'
import { atNight, covers, test } from '../fixtures/test.ts'

/* Sign-ons at a site, as a browser goes through them; the site itself is only where they end. */

// The pages between portal and site say themselves what may run in them.
test.use({ bypassCSP: false })

const environment = 'TEST'
const portal = portalOf(environment)
const callback = `${standInAddress}/community/callback`
const home = `${standInAddress}/community`
const verifier = 'v'.repeat(43)

test.beforeEach(async ({ context }) => {
  await context.route(
    (url) => url.href === home || url.href.startsWith(`${home}?`) || url.href.startsWith(callback),
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The site</h1>' }),
  )
})

const arrives = (page: Page) => page.waitForURL((url) => url.href.startsWith(callback))
const answered = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** Where a site sends its visitor. */
function signOn(given: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    client_id: 'community',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile',
    state: 'a state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...given,
  })
  return `${portal}/oidc/auth?${query.toString()}`
}

/** The ID token that the site is given for the code its visitor brought. */
async function idTokenOf(page: Page): Promise<string> {
  const response = await page.request.post(`${loopback}/oidc/token`, {
    headers: {
      host: hostOf(environment),
      authorization: `Basic ${btoa('community:sample-community-secret')}`,
    },
    form: {
      grant_type: 'authorization_code',
      code: answered(page)['code'] ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    },
  })
  expect(response.status()).toBe(200)
  const { id_token } = (await response.json()) as { id_token: string }
  return id_token
}

test(
  `A site signs a player in: by the log-in of the portal, silently, by the password again, out · ${environment}`,
  atNight(),
  async ({ page }) => {
    await page.goto(signOn({ login_hint: 'PlayerOne' }))
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
    await logIn(page, environment)
    await arrives(page)
    expect(answered(page)).toEqual({
      code: expect.any(String),
      state: 'a state',
      iss: `${portal}/oidc`,
    })

    await page.goto(signOn({ prompt: 'none', state: 'silent' }))
    expect(answered(page)).toMatchObject({ code: expect.any(String), state: 'silent' })

    await page.goto(signOn({ prompt: 'login', state: 'again' }))
    await expect(page).toBeOnPath('/login')
    await logIn(page, environment)
    await arrives(page)
    expect(answered(page)).toMatchObject({ code: expect.any(String), state: 'again' })
    const id_token_hint = await idTokenOf(page)

    await page.goto(`${portal}/oidc/session/end?client_id=forum`)
    await page.getByRole('button', { name: 'Stay logged in' }).click()
    await page.waitForURL(`${portal}/**`)
    const end = new URLSearchParams({ id_token_hint, post_logout_redirect_uri: home, state: 'out' })
    await page.goto(`${portal}/oidc/session/end?${end.toString()}`)
    await page.waitForURL(`${home}?state=out`)
    await page.goto(signOn({ prompt: 'none' }))
    expect(answered(page)).toMatchObject({ error: 'login_required', state: 'a state' })
    await page.goto(`${portal}/account`)
    await expect(page).toBeOnPath('/')
  },
)

test(
  `AT-API-17 OAuth for clients, in a browser · ${environment}`,
  covers('R-7.4-5', 'R-2.1-7', 'R-8.2-4'),
  async ({ page }) => {
    const query = { client_id: 'community', redirect_uri: callback, state: 'a state' }
    const oauth = (given: object) =>
      `${portal}/oauth?${new URLSearchParams({ ...query, ...given }).toString()}`
    await page.goto(oauth({}))
    await expect(page).toBeOnPath('/login')
    await logIn(page, environment)
    await arrives(page)
    expect(answered(page)).toMatchObject({ code: expect.any(String), state: 'a state' })
    await page.goto(oauth({ state: 'once more' }))
    await arrives(page)
    expect(answered(page)['state']).toBe('once more')

    await page.goto(oauth({ redirect_uri: 'https://evil.test/' }))
    await expect(page).toBeOnPath('/errors/bad-request')
    await expect(page.getByText('This request is not authorized.')).toBeVisible()
    await page.goto(oauth({ state: '' }))
    await expect(page.getByText('This request should contain a state parameter.')).toBeVisible()
  },
)
