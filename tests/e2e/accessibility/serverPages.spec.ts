import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  forumAddress,
  hostOf,
  loopback,
  mailboxAddress,
  portalOf,
  standInAddress,
} from '../fixtures/running-product/addresses.ts'
import { everyEnvironment, firstByDay } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'
import { schemes, sizes, themedDeployments, themesInTurn } from '../screenshots/variants.ts'
import { axeViolations, bringAxe } from './axeViolations.ts'
import { themeSheets } from './showTheme.ts'

/* The pages that the server itself makes: between portal and sites, and where something fails. */

// They say themselves what they may load and run.
test.use({ bypassCSP: false })

/** Its portal has a client of others and that of a console. */
const deployment = 'SPOKEN'
const portal = portalOf(deployment)
/** Of a site of others: it needs its players' consent. */
const callback = `${standInAddress.replace('localhost', '127.0.0.1')}/guild/callback`

const asking = new URLSearchParams({
  client_id: 'guild',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid profile connections',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  state: 'a state',
  prompt: 'consent',
}).toString()

const pages = [
  ['consent', `/oidc/auth?${asking}`],
  ['log-out', '/oidc/session/end?client_id=community'],
  ['sites that were let in', '/oidc/sites'],
] as const

for (const [turn, [name, path]] of firstByDay(pages.entries())) {
  test(
    `Axe finds nothing in themes of studios · ${name}`,
    atNight('R-2.7-26'),
    async ({ page }) => {
      await signIn(page)
      const sheets = await themeSheets()
      // The theme that it comes in and one by turns, or all.
      for (const theme of new Set(['PROD' as const, ...themesInTurn(turn + 1)])) {
        const sheet = sheets.get(theme.toLowerCase())
        await page.goto(`${portal}${path}`)
        if (sheet !== undefined) await page.addStyleTag({ url: sheet })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectSound(page, `${name}, ${theme}`)
      }
    },
  )
}

test(
  'Axe finds nothing in themes of studios · a device that asks, in each of its steps',
  atNight(),
  async ({ page }) => {
    await signIn(page)
    const sheets = await themeSheets()
    for (const [turn, address] of [
      '/device',
      '/device?user_code=bcdf',
      `/device?user_code=${await deviceCode(page)}`,
    ].entries()) {
      for (const theme of new Set(['PROD' as const, ...themesInTurn(turn + 2)])) {
        const sheet = sheets.get(theme.toLowerCase())
        await page.goto(`${portal}${address}`)
        if (sheet !== undefined) await page.addStyleTag({ url: sheet })
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in on a device')
        await expectSound(page, `${address}, ${theme}`)
      }
    }
  },
)

test(
  'A device is let in and shown in forced colours by the keyboard alone',
  atNight(),
  async ({ page }) => {
    await signIn(page)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${portal}/device`)
    const focused = page.locator(':focus')
    for (const name of [/^SPOKEN/i, 'Code']) {
      await page.keyboard.press('Tab')
      await expect(focused).toHaveAccessibleName(name)
    }
    const code = await deviceCode(page)
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    const number = page.getByRole('button', { name: code.slice(-2) })
    await expect(number).toBeVisible()
    await expectSound(page, 'device, forced colours')
    await number.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('The device is logged in to Lantern Console.')).toBeVisible()
    await expectSound(page, 'device, signed in')
  },
)

test(
  'Axe finds nothing · the page that waits for a log-out at clients',
  atNight(),
  async ({ page }) => {
    const studio = portalOf('SPOKEN')
    const map = new URL('/map', forumAddress).href
    await page.route(`${map}**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      // Its frame never answers: the page waits as long as it does for any.
      if (pathname === '/map/forget') return
      // A browser stays where it is when the next page is nothing: Axe takes longer than the page waits.
      if (pathname === '/map') return await route.fulfill({ status: 204 })
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title>' })
    })
    await page.goto(`${studio}/login`)
    await logIn(page, 'PROD')
    await expect(page).toHaveURL(`${studio}/account`)
    const verifier = 'v'.repeat(43)
    const query = new URLSearchParams({
      client_id: 'map',
      redirect_uri: `${map}/callback`,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    await page.goto(`${studio}/oidc/auth?${query.toString()}`)
    await page.waitForURL(`${map}/callback**`)
    const ending = new URLSearchParams({ client_id: 'map', post_logout_redirect_uri: map })
    await page.goto(`${studio}/oidc/session/end?${ending.toString()}`)
    await page.locator('[name=logout]').click({ noWaitAfter: true })
    await expect(page).toHaveTitle(/^You are logged out/)
    await expectSound(page, 'logged out')
  },
)

for (const studio of firstByDay(themedDeployments)) {
  test(
    `Axe finds nothing · an error, in the theme of its studio · ${studio}`,
    atNight(),
    async ({ page }) => {
      const answer = await page.goto(`${portalOf(studio)}/%zz`)
      expect(answer?.status()).toBe(400)
      await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible()
      await expectSound(page, studio)
    },
  )
}

test('Axe finds nothing · a host without a portal', async ({ page }) => {
  const answer = await page.goto(`${loopback.replace('127.0.0.1', '127.0.0.2')}/`)
  expect(answer?.status()).toBe(421)
  await expect(page.getByText('There is no portal at this address.')).toBeVisible()
  await expectSound(page, 'plain')
})

test('Axe finds nothing · a mail in the mailbox', atNight(), async ({ page, mailbox }) => {
  const { email } = await newPlayer(page, deployment, mailbox)
  const { id } = await mailbox.newest(email)
  await page.goto(`${mailboxAddress}/${id}`)
  await expect(page.getByRole('heading', { name: 'As plain text' })).toBeVisible()
  await expectSound(page, 'mail')
})

test('A site is let in and withdrawn by the keyboard alone', async ({ page }) => {
  await signIn(page)
  await page.goto(`${portal}/oidc/auth?${asking}`)
  const focused = page.locator(':focus')
  for (const name of [/^SPOKEN/i, 'Allow']) {
    await page.keyboard.press('Tab')
    await expect(focused).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href.startsWith(callback) && url.searchParams.has('code'))
  await page.goto(`${portal}/account/cookies`)
  await page.getByRole('link', { name: 'Connected sites' }).focus()
  await page.keyboard.press('Enter')
  const withdraw = page.getByRole('button', { name: 'Withdraw' })
  await withdraw.focus()
  await page.keyboard.press('Enter')
  await expect(withdraw).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Connected sites' })).toBeVisible()
})

test('The scheme that the player chose in the portal holds here, too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${portal}/`)
  await page.getByText('Dark', { exact: true }).click()
  await page.goto(`${portal}/%zz`)
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await scheme()).toBe('dark')
})

async function signIn(page: Page): Promise<void> {
  await page.goto(`${portal}/login`)
  await logIn(page, 'PROD')
  await page.waitForURL((url) => url.pathname !== '/login')
  await expect
    .poll(async () => (await page.context().cookies(portal)).map(({ name }) => name))
    .toContain('sso_sites')
}

/** The code and the number that a device shows. */
async function deviceCode({ request }: Page): Promise<string> {
  const answer = await request.post(`${loopback}/oidc/device/auth`, {
    headers: { host: hostOf(deployment) },
    form: { client_id: 'console', scope: 'openid profile' },
  })
  const { user_code: code } = (await answer.json()) as { readonly user_code: string }
  return code
}

/**
 * Both schemes, a phone and a desk; and 320 px without a horizontal scroll bar.
 */
async function expectSound(page: Page, where: string): Promise<void> {
  await bringAxe(page)
  for (const [turn, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [at, size] of [sizes.phone, sizes.desktop].entries()) {
      // By day each scheme in one size, and each size in one scheme.
      if (!everyEnvironment && at !== turn) continue
      await page.setViewportSize(size)
      // Every rule once; in the other schemes and sizes those that colours and sizes can break.
      const found = await axeViolations(page, turn + at === 0 ? 'all' : 'of-themes')
      expect(found, `${where}, ${colorScheme}, ${size.width} px`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${where}, 320 px`).toBeLessThanOrEqual(320)
}
