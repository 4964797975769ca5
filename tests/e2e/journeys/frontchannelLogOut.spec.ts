import { createHash, randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { forumAddress, hostOf, loopback, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { control } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * A client without a server, on another host than the portal: its data of a visitor lie in the
 * browser, and only its own page in a frame removes them.
 */

const portal = portalOf('SPOKEN')
const map = new URL('/map', forumAddress).href
const callback = `${map}/callback`

test('A log-out in the portal is heard by a client without a server, and waits for none (O80)', async ({
  browser,
  mailbox,
}) => {
  const page = await loggedIn(browser, mailbox)
  const frames = await standFor(page)
  const sid = await signInAtMap(page)
  await page.goto(`${portal}/account`)
  await control(page, 'Logout').click()
  await expect(page).toHaveURL(`${portal}/`)
  expect(frames).toEqual([{ iss: `${portal}/oidc`, sid }])
})

test(
  'A frame that never answers does not keep a player from leaving, in the portal and at the provider (O80)',
  atNight(),
  async ({ browser, mailbox }) => {
    const page = await loggedIn(browser, mailbox)
    const frames = await standFor(page, { isDown: true })
    await signInAtMap(page)
    await page.goto(`${portal}/account`)
    await control(page, 'Logout').click()
    await expect(page).toHaveURL(`${portal}/`)
    expect(frames).toHaveLength(1)

    const other = await loggedIn(browser, mailbox)
    const shown = await standFor(other, { isDown: true })
    await signInAtMap(other)
    const query = new URLSearchParams({ client_id: 'map', post_logout_redirect_uri: map })
    await other.goto(`${portal}/oidc/session/end?${query.toString()}`)
    await other.locator('[name=logout]').click({ noWaitAfter: true })
    await other.waitForURL(map)
    expect(shown).toHaveLength(1)
  },
)

async function loggedIn(browser: Browser, mailbox: Mailbox): Promise<Page> {
  const { registration, api, link, dispose } = await registerPlayer('SPOKEN', mailbox)
  await api.send('POST email/confirm', { Uid: link.searchParams.get('uid') })
  await dispose()
  const context = await browser.newContext({ bypassCSP: false })
  const page = await context.newPage()
  await page.goto(`${portal}/login`)
  const { username: name, password } = registration
  await logIn(page, 'PROD', { name, password })
  await expect(page).toHaveURL(`${portal}/account`)
  return page
}

interface Frame {
  readonly iss: string | null
  readonly sid: string | null
}

/** Answers for the client; gathers what its page in a frame received. */
async function standFor(page: Page, { isDown = false } = {}): Promise<readonly Frame[]> {
  const frames: Frame[] = []
  await page.route(`${map}**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (pathname === '/map/forget') {
      frames.push({ iss: searchParams.get('iss'), sid: searchParams.get('sid') })
      if (isDown) return
    }
    await route.fulfill({ contentType: 'text/html', body: '<title>Fan Map</title>' })
  })
  return frames
}

/** Signs in at the client as its page would; answers its name of the session. */
async function signInAtMap(page: Page): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: 'map',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    state: 'kept',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.goto(`${portal}/oidc/auth?${query.toString()}`)
  await page.waitForURL((url) => url.href.startsWith(callback))
  const answer = await page.request.post(`${loopback}/oidc/token`, {
    headers: { host: hostOf('SPOKEN') },
    form: {
      grant_type: 'authorization_code',
      client_id: 'map',
      redirect_uri: callback,
      code: new URL(page.url()).searchParams.get('code') ?? '',
      code_verifier: verifier,
    },
  })
  const { id_token: idToken } = (await answer.json()) as { readonly id_token: string }
  const [, claims = ''] = idToken.split('.')
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    readonly sid: string
  }
  return sid
}
