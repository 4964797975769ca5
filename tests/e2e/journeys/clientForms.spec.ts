import type { Page } from '@playwright/test'
import { forumAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import type { Registration } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * A site on another host (127.0.0.1) that sends its visitors to the portal (localhost) in its own
 * ways: by a form, without a script, or to make an account. The browser decides which cookies
 * travel.
 */

const portal = portalOf('LOCAL')
const callback = `${forumAddress}/callback`
const request = {
  client_id: 'forum',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid',
  state: 'kept',
  nonce: 'once',
}

test.describe.configure({ mode: 'default' })

test('A form of another site signs a player in without a question (O05)', async ({
  page,
  mailbox,
}) => {
  await loggedIn(page, mailbox)
  await showForm(page, '/oidc/auth', { ...request, prompt: 'none' })
  await control(page, 'Go on').click()
  const back = await atCallback(page)
  expect([back.get('error'), back.get('state')]).toEqual([null, 'kept'])
  expect(back.get('code')).toBeTruthy()
})

test(
  'A form of another site asks a player before a log-out (O05)',
  atNight(),
  async ({ page, mailbox }) => {
    await loggedIn(page, mailbox)
    await showForm(page, '/oidc/session/end', { client_id: 'forum' })
    await control(page, 'Go on').click()
    await control(page, 'Stay logged in').click()
    await page.goto(`${portal}/account`)
    await expect(page).toHaveURL(`${portal}/account`)
  },
)

test(
  'A site that wants a new account shows a player the registration, and goes on (O13)',
  atNight(),
  async ({ page, mailbox }) => {
    await standFor(page)
    const query = new URLSearchParams({ ...request, prompt: 'create' }).toString()
    const { username, password } = await loggedIn(page, mailbox)
    await page.goto(`${portal}/oidc/auth?${query}`)
    await expect(page).toBeOnPath('/register')
    await expect(field(page, 'Confirm email')).toBeVisible()

    await page.context().clearCookies()
    await page.goto(`${portal}/oidc/auth?${query}`)
    await expect(page).toBeOnPath('/register')
    await page.goto(`${portal}/login`)
    await logIn(page, 'LOCAL', { name: username, password })
    expect((await atCallback(page)).get('code')).toBeTruthy()
  },
)

async function loggedIn(page: Page, mailbox: Mailbox): Promise<Registration> {
  const player = await newPlayer(page, 'LOCAL', mailbox)
  await logIn(page, 'LOCAL', { name: player.username, password: player.password })
  await expect(page).toHaveURL(`${portal}/account`)
  return player
}

/** Answers for the site where the browser comes back. */
async function standFor(page: Page): Promise<void> {
  await page.route(`${callback}?*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Back</title>' }),
  )
}

/** A page of the site with a form for the portal, and a button. */
async function showForm(page: Page, path: string, values: Record<string, string>): Promise<void> {
  await standFor(page)
  const inputs = Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')
  await page.route(`${forumAddress}/form`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${portal}${path}">${inputs}<button>Go on</button></form>`,
    }),
  )
  await page.goto(`${forumAddress}/form`)
}

async function atCallback(page: Page): Promise<URLSearchParams> {
  await page.waitForURL((url) => url.href.startsWith(callback))
  return new URL(page.url()).searchParams
}
