import type { Page } from '@playwright/test'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { firstByDay, partnerEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/* Attacks on where players are sent on to: the entrances of the portal. */

const key = 'sso.redirectUrl'

/** Puts an address where the portal keeps one, from a page that is not the portal's. */
async function inStorage(page: Page, url: string): Promise<void> {
  await page.goto('/runtime-configuration/current/environment.json')
  await page.evaluate(
    ([name, value]) =>
      localStorage.setItem(name, JSON.stringify({ value, until: Date.now() + 60_000 })),
    [key, url] as const,
  )
  await page.goto('/login')
}

test('G04 A kept address leads on once, within an hour, and is judged when it is used · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  const target = 'https://www.site.test/forum'
  await stubbedApi.in('PROD')
  await page.clock.install()
  // A link of another site, and a log-in on the next day.
  await page.goto(`/login?redirectUrl=${encodeURIComponent(target)}`)
  await expect(page.getByLabel('Username or email')).toBeVisible()
  await page.clock.fastForward('24:00:00')
  await signIn()
  await page.goto('/login')
  await expect(page).toBeOnPath('/account')
  // Within the hour it is followed, once.
  await inStorage(page, target)
  await expect(page).toHaveURL(target)
  await page.goto('/login')
  await expect(page).toBeOnPath('/account')
  // The list of the moment decides, not that of the day on which it was kept.
  stubbedApi.stub('GET redirect/allowed-redirect-domains', ok(['other.test']))
  await inStorage(page, target)
  await expect(page).toBeOnPath('/account')
  expect(stubbedApi.visits).toEqual([target])
  for (const junk of ['javascript:alert(1)', '{"value":1}', '[', 'null', '{"value":"/x"}']) {
    await page.goto('/runtime-configuration/current/environment.json')
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, junk] as const)
    await page.goto('/login')
    await expect(page).toBeOnPath('/account')
  }
  expect(stubbedApi.visits).toEqual([target])
})

test('G10 The page of a bad request sets the words of an address apart, as text · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  const markup = '<img src=x onerror="document.title=1"><a href="https://evil.io">here</a>'
  for (const [message, words] of [
    ['Your account is locked. Call +1 555 0100 to unlock it.', undefined],
    [markup, undefined],
    ['https://evil.io/steal', undefined],
    ['x'.repeat(10_000), 'x'.repeat(300)],
    ['\u202Etcerroc\u2066 si\r\n siht', 'tcerroc si siht'],
    ['toString', undefined],
    ['__proto__', undefined],
    ['ERROR_NOT_ALLOWED', 'You are not allowed to do this action.'],
    ['This request is not authorized.', undefined],
  ] as const) {
    await page.goto(`/errors/bad-request?message=${encodeURIComponent(message)}`)
    const block = page.getByRole('region', { name: 'Message' })
    await expect(block.getByRole('heading', { name: 'Message' })).toBeVisible()
    await expect(block.getByRole('paragraph')).toHaveText(words ?? message)
    await expect(page.getByRole('main').locator('img[src="x"], a[href*="evil"]')).toHaveCount(0)
    await expect(page).toHaveTitle(/^Account - /)
  }
  await page.goto(`/errors/bad-request?message=${encodeURIComponent('\u202E\u0000 ')}`)
  await expect(page.getByText('That did not work. Please start again.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Message' })).toHaveCount(0)
})

test('G10 Where calls beyond the specification are on, the page for bad requests has our own sentences alone', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  const failed = ['That did not work.', 'Please start again.'] as const
  for (const [message, heading, words] of [
    ['ERROR_NOT_ALLOWED', 'You cannot do that here.', 'You are not allowed to do this action.'],
    [
      'This request is not authorized.',
      'It stopped on the way.',
      'The other site did not confirm it. Nothing has changed.',
    ],
    ['Your account is locked. Call +1 555 0100 to unlock it.', ...failed],
    ['You are not allowed to keep this account. Call +1 555 0100.', ...failed],
    ['This request costs 5 euros.', ...failed],
    ['https://evil.io/steal', ...failed],
    ['toString', ...failed],
  ] as const) {
    await page.goto(`/errors/bad-request?message=${encodeURIComponent(message)}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(main.getByRole('paragraph').filter({ hasText: /./ })).toHaveText([words])
  }
})

for (const environment of firstByDay(partnerEnvironments)) {
  test(`G11 Marketing parameters carry nothing else to a partner · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(environment)
    const address = 'https://partner.test/login?state=S&redirect_uri=ours'
    stubbedApi.stub('POST partner/*/login-url', ok(address))
    const query = new URLSearchParams({
      utm_source: 'x&redirect_uri=https://evil.io/#y',
      utm_medium: 'a\r\nSet-Cookie: b=1',
      utm_campaign: 'c'.repeat(2000),
      redirect_uri: 'https://evil.io/',
      state: 'T',
      prompt: 'none',
      utm_source_and_much_more_than_that: 'd',
    })
    await page.goto(`/?${query.toString()}`)
    await page.goto('/login')
    await page.waitForURL('https://partner.test/login**')
    const url = new URL(page.url())
    expect([url.origin, url.hash]).toEqual(['https://partner.test', ''])
    expect([...url.searchParams]).toEqual([
      ['state', 'S'],
      ['redirect_uri', 'ours'],
      ['utm_source', 'x&redirect_uri=https://evil.io/#y'],
      ['utm_medium', 'a\r\nSet-Cookie: b=1'],
      ['utm_campaign', 'c'.repeat(1024)],
    ])
    expect(page.url()).not.toMatch(/[\r\n]|&redirect_uri=https/)
    expect(page.url()).not.toContain(player.Email)
  })
}
