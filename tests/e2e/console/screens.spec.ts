import type { Page } from '@playwright/test'
import { actNames } from '@gatehouse/contract/acts/everyAct'
import { axeViolations, bringAxe } from '../accessibility/axeViolations.ts'
import { usual } from '../fixtures/answered-console/answers.ts'
import { screens } from '../fixtures/answered-console/screens.ts'
import { ada, aud, bea } from '../fixtures/answered-console/staff.ts'
import { schemesInTurn } from '../screenshots/variants.ts'
import { done, expect, refused, test } from '../fixtures/answered-console/test.ts'

/** The words of a page, without those that are code. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement
    for (const each of body.querySelectorAll('code, script')) each.remove()
    return body.textContent
  })

/** The names of commands in a text: people read titles. */
const commandsIn = (words: string) =>
  actNames.filter((name) => name.includes(' ') && words.includes(name))

for (const [turn, { name, path, me, title }] of screens.entries()) {
  test(`${name} has no finding of axe, and fits 320 pixels and large text (AT-CON2-57)`, async ({
    page,
    answered,
  }) => {
    answered.me = me
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expect(page).toHaveTitle(title)
    expect(commandsIn(await wordsOf(page))).toEqual([])
    await bringAxe(page)
    for (const colorScheme of schemesInTurn(turn)) {
      await page.emulateMedia({ colorScheme })
      expect(await axeViolations(page, 'all')).toEqual([])
    }
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overhang()).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await overhang()).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await overhang()).toBeLessThanOrEqual(0)
  })
}

test('a person who is not signed in is led to sign in, and back to the same address (AT-CON2-02)', async ({
  page,
  answered,
}) => {
  answered.me = null
  await page.goto('/prod/players?q=PlayerOne')
  const link = page.getByRole('link', { name: 'Sign in' })
  await expect(link).toHaveAttribute('href', '/sign-in?to=%2Fprod%2Fplayers%3Fq%3DPlayerOne')
  expect(answered.orders).toEqual([])
})

test('the bar names the deployment and whether it is production, and a change keeps the screen', async ({
  page,
}) => {
  await page.goto('/prod/players?q=player')
  const bar = page.getByRole('banner')
  await expect(bar.getByText('PRODUCTION', { exact: true })).toBeVisible()
  await bar.locator('summary').first().click()
  await bar.getByRole('link', { name: 'RELIC' }).click()
  await expect(page).toHaveURL(/\/relic\/players$/)
  await expect(bar.getByText('PRODUCTION', { exact: true })).toBeHidden()
})

test('each role has its acts in the menu, and no other (AT-CON2-11)', async ({
  page,
  answered,
}) => {
  const menu = page.getByRole('navigation', { name: 'Console' })
  answered.me = bea
  await page.goto('/prod')
  await expect(menu.getByRole('link', { name: 'Requests' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Players', exact: true })).toHaveCount(0)
  answered.me = aud
  await page.goto('/prod')
  // An auditor looks, and changes nothing.
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})

test('an empty list says why and what next, a failure keeps what is there (AT-CON2-11)', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/players?q=player')
  await expect(page.getByRole('link', { name: 'PlayerOne' })).toBeVisible()
  answered.answer('players find', () => refused(503, 'UNAVAILABLE', 'The database is away.'))
  await page.getByRole('searchbox').fill('other')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The database is away.')
  await expect(page.getByRole('alert')).toContainText('UNAVAILABLE')
  answered.answer('players find', () => done('', []))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No player found')).toBeVisible()
  await expect(page.getByText('Try the beginning of the name')).toBeVisible()
})

test('an offline browser is named, and the page stays', async ({ page, context }) => {
  await page.goto('/prod/players/12')
  await expect(page.getByRole('heading', { name: 'PlayerOne' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('alert')).toContainText('offline')
  await expect(page.getByText('community-site')).toBeVisible()
})

test('texts of players are texts: no element, no address, no turned sentence (AX-CON2-16)', async ({
  page,
  answered,
}) => {
  const canary = '<img src=x onerror="document.title=1">\u202Eabc'
  answered.answer('players show', () =>
    done('', {
      ...(usual['players show'] as object),
      username: canary,
      banReason: canary,
      avatar: 'javascript:alert(1)',
      linked: [{ service: 'steam', name: canary, id: 'javascript:alert(1)' }],
    }),
  )
  await page.goto('/prod/players/12')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('U+202E')
  await expect(page.locator('main img, main a[href^="javascript"]')).toHaveCount(0)
})

test('the audit log is red where an act was done alone, pages by key, and filters in its address', async ({
  page,
  answered,
}) => {
  answered.me = aud
  await page.goto('/prod/audit')
  const alone = page.getByRole('row').filter({ hasText: 'alone' })
  await expect(alone).toHaveCount(1)
  await expect(alone).toHaveAttribute('data-alarming', 'true')
  await page.getByLabel('Person or program').fill('Sam Support')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/who=Sam\+Support/)
  await expect
    .poll(() => answered.orders.at(-1)?.order)
    .toMatchObject({
      who: 'Sam Support',
      deployment: 'prod',
      limit: 100,
    })
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/entry=4200/)
  await expect(page.getByRole('heading', { name: 'Entry 4100' })).toBeVisible()
})

test('an address that refuses mail is taken off the list at its row, and pages are in the address', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/suppressions')
  const row = page.getByRole('row').filter({ hasText: 'PlayerOne' })
  await expect(row).toContainText('bounced 550')
  await row.getByRole('button', { name: 'Unblock address…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  await dialog.getByRole('button', { name: 'Unblock PlayerOne’s address' }).click()
  await expect(dialog).toBeHidden()
  expect(answered.ordersOf('players accept-mail')).toMatchObject([
    { order: { player: 'id=12', deployment: 'prod' }, why: 'ticket 4711' },
  ])
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL(/after=1795000000000\.12/)
  await expect
    .poll(() => answered.orders.at(-1)?.order)
    .toMatchObject({ after: '1795000000000.12', deployment: 'prod' })
  // An operator sees the list, and takes no address off.
  answered.me = ada
  await page.goto('/prod/suppressions')
  await expect(row).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('the timeline of a player has a filter in its address, which its pages keep', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/players/12?tab=timeline')
  const parts = page.getByRole('navigation', { name: 'Parts of the timeline' })
  await parts.getByRole('link', { name: 'Refused log-ins' }).click()
  await expect(page).toHaveURL(/from=refusals/)
  await expect(page.getByRole('cell', { name: /Wrong passwords of an account can/ })).toBeVisible()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect
    .poll(() => answered.ordersOf('players timeline').at(-1)?.order)
    .toMatchObject({ from: 'refusals', before: '81.999999999999999.12' })
})

test('a support code says what the player read, why, what helps and until when, and leads to the player (AT-CON2-36)', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/support')
  await page.getByLabel('Code', { exact: true }).fill('K7M4-9QTX-2A')
  await page.getByLabel(/^Name or address/).fill('PlayerOne')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByRole('heading', { name: /Too many wrong passwords/ })).toBeVisible()
  const seen = page.locator('blockquote[lang="de"]')
  await expect(seen.first()).toHaveText('Zu viele Versuche. Prüfe dein Passwort.')
  await expect(page.getByText('Too many attempts.', { exact: true })).toBeVisible()
  await expect(
    page.getByText('There were too many attempts. Please try again later.'),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Unlock log-in…' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'PlayerOne' })).toHaveAttribute(
    'href',
    '/prod/players/12',
  )
  expect(answered.ordersOf('support-codes open')[0]?.order).toEqual({
    code: 'K7M4-9QTX-2A',
    name: 'PlayerOne',
    deployment: 'prod',
  })
  await bringAxe(page)
  expect(await axeViolations(page, 'all')).toEqual([])
})
