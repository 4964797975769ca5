import type { Page, Request } from '@playwright/test'
import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { holdScripts, watchShifts } from '../fixtures/beforeThePortal.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field, whenIdle } from '../fixtures/page.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

/* The page of a signed-in player comes with its screen, and with what the session begins with. */

// The page's own policy decides which styles come in.
test.use({ bypassCSP: false })

const portal = portalOf('SANDBOX')
const beginnings = /\/api\/(token\/(?!refresh)|profile\/user\/\d+\?|profile\/connects)/

for (const [path, heading] of firstByDay([
  ['/account', 'My information'],
  ['/account/link-account', 'Connections'],
  ['/account/deletion-request', 'Deletion request'],
] as const)) {
  test(`${path} is seen before its scripts are there, and stays where it is when they come`, async ({
    page,
    mailbox,
  }) => {
    const { username } = await signedIn(page, mailbox)
    const requests = await requestsOfNextPages(page)
    const complaints = complaintsOf(page)
    const letScriptsCome = await holdScripts(page)
    await page.goto(portal + path, { waitUntil: 'commit' })
    const title = page.locator('#root main h1')
    await expect(title).toHaveText(heading)
    await expect(page.locator('#root header + * section').first()).toContainText(username)
    await expect(page.locator('#root')).not.toHaveAttribute('data-alive')
    await page.evaluate(() => document.fonts.ready)
    const before = await title.boundingBox()
    const moved = await watchShifts(page)
    await letScriptsCome()
    await expect(page.locator('#root')).toHaveAttribute('data-alive')
    await expect(title).toHaveText(heading)
    expect(await title.boundingBox()).toEqual(before)
    await whenIdle(page)
    expect(await moved()).toBeLessThanOrEqual(0.01)
    expect(beginningsIn(requests)).toEqual([])
    expect(drawnIn(requests)).toEqual([])
    expect(complaints).toEqual([])
    expect(await page.content()).not.toContain('"Refresh"')
  })
}

test('a log-in shows the account without another call for its session', async ({
  page,
  mailbox,
}) => {
  const requests = await requestsOfNextPages(page)
  const { username } = await signedIn(page, mailbox)
  await expect(page.getByText(username).first()).toBeVisible()
  expect(beginningsIn(requests)).toEqual([])
  // Afterwards the session is one like any other.
  await control(page, 'Connections').click()
  await expect(page).toBeOnPath('/account/link-account')
})

test('a page whose account API is another one asks that, and shows nothing that it was given (Q88)', async ({
  page,
  mailbox,
}) => {
  const { username } = await signedIn(page, mailbox)
  const { Value } = await page.evaluate(async () => {
    const answer = await fetch('/runtime-configuration/current/environment.json')
    return (await answer.json()) as { readonly Value: object }
  })
  const AccountApiUrl = `${portal}/elsewhere`
  await page.route('**/runtime-configuration/**', (route) =>
    route.fulfill({ json: { Value: { ...Value, AccountApiUrl } } }),
  )
  const asked: string[] = []
  await page.route('**/elsewhere/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await route.fulfill({ status: 404, json: {} })
  })
  await page.goto(`${portal}/account`)
  await expect(page).toBeOnPath('/')
  expect(asked.some((path) => path.startsWith('/elsewhere/token/'))).toBe(true)
  await expect(page.getByText(username)).toHaveCount(0)
})

test(
  'a page is of the session that the browser has when its scripts come (Q82)',
  atNight(),
  async ({ page, context, mailbox }) => {
    const { username } = await signedIn(page, mailbox)
    const letScriptsCome = await holdScripts(page)
    await page.goto(`${portal}/account`, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toContainText(username)
    // Another tab has logged out meanwhile, and another player in.
    await context.addCookies([{ name: 'sso_identity', value: 'SOMEBODY-ELSE', url: portal }])
    await letScriptsCome()
    await expect(page).toBeOnPath('/')
    await expect(page.getByText(username)).toHaveCount(0)
  },
)

test('after a log-out neither Back nor a page that was left shows the player (Q82)', async ({
  page,
  mailbox,
}) => {
  const { username } = await signedIn(page, mailbox)
  await page.goto(`${portal}/account/cookies`)
  await expect(page.getByText(username).first()).toBeVisible()
  // To another page and back: the document is asked for again.
  await page.goto(`${portal}/account`)
  await expect(page.getByText(username).first()).toBeVisible()
  await control(page, 'Logout').click()
  await expect(page).toBeOnPath('/')
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack().catch(() => null)
    await expect(page.getByText(username)).toHaveCount(0)
  }
})

test('without scripts a signed-in player reads that they are needed, and nothing else', async ({
  page,
  context,
  browser,
  mailbox,
}) => {
  const { username } = await signedIn(page, mailbox)
  const storageState = await context.storageState()
  const still = await browser.newContext({ storageState, javaScriptEnabled: false })
  const shown = await still.newPage()
  await shown.goto(`${portal}/account`)
  await expect(shown.getByRole('heading', { name: 'JavaScript is switched off' })).toBeVisible()
  await expect(shown.getByText(username).first()).toBeHidden()
  await still.close()
})

type Mailbox = Parameters<typeof newPlayer>[2]

/** A new player in the account, who has refused cookies. */
async function signedIn(page: Page, mailbox: Mailbox) {
  const registration = await newPlayer(page, 'SANDBOX', mailbox)
  await control(page, 'Reject all').click()
  await field(page, 'Username or email').fill(registration.username)
  await field(page, 'Password').fill(registration.password)
  await control(page, 'Connect').click()
  await expect(page).toBeOnPath('/account')
  await expect(page.locator('main h1')).toBeVisible()
  return registration
}

/** The calls that a session begins with. */
function beginningsIn(requests: readonly Request[]): readonly string[] {
  return requests.map((request) => request.url()).filter((url) => beginnings.test(url))
}

/**
 * Sheets, and drawings of the theme, that the page asks for though it has them or shows none. What
 * moves comes once the page is usable, and so does what says that the network has gone.
 */
function drawnIn(requests: readonly Request[]): readonly string[] {
  return requests.map(pathOf).filter((path) => {
    const isLater = /\/(bringMotion|motion|failure)-[^/]*\.css$/.test(path)
    return !isLater && /\.css$|\/(banner|dunes-\w+)-[^/]*\.svg$/.test(path)
  })
}

function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}
