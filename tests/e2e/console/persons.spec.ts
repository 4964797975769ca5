import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ada, aud, bea, sam } from '../fixtures/answered-console/staff.ts'
import { done, expect, test } from '../fixtures/answered-console/test.ts'

/* Two people at one browser: what one has done, seen and typed is not the other’s. */

const keptIn = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

/** Opens a player, gives a reason, and switches keys off: all that the browser keeps. */
async function work(page: Page): Promise<void> {
  await page.goto('/prod/players/12')
  await page.getByRole('button', { name: 'Log out everywhere…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  await dialog.getByRole('button', { name: 'Log PlayerOne out everywhere' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Keys of one letter' }).uncheck()
  await page.getByRole('button', { name: 'Close' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByText('Sam Support').first().click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
}

test('a sign-out empties the browser, and the next person reads nothing of the one before', async ({
  page,
  answered,
}) => {
  await work(page)
  expect((await keptIn(page)).toSorted()).toEqual([
    'gatehouse.mark-of-sam.keys',
    'gatehouse.mark-of-sam.players',
    'gatehouse.mark-of-sam.reasons',
  ])
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'PlayerOne' })).toBeVisible()
  await signOut(page)
  expect(await keptIn(page)).toEqual([])
  answered.me = bea
  await page.goto('/')
  await expect(page.getByText('Hello, Bea Brand')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Last players' })).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('checkbox', { name: 'Keys of one letter' })).toBeChecked()
})

test('a log-in that has ended, and another person’s sign-in without a sign-out, empty the browser too', async ({
  page,
  answered,
}) => {
  await work(page)
  answered.me = null
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await keptIn(page)).toEqual([])

  answered.me = sam
  await work(page)
  answered.me = ada
  await page.goto('/prod/players/12')
  await page.getByRole('button', { name: 'Log out everywhere…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('ticket 4711')).toHaveCount(0)
  for (const key of await keptIn(page)) expect(key).toContain('mark-of-ada')
})

test('the other tabs follow a sign-out: nothing of theirs is seen, and their stores are empty', async ({
  page,
  answered,
}) => {
  await work(page)
  const other = await page.context().newPage()
  await answered.open(other)
  await other.goto('/prod/players/12')
  await expect(other.getByRole('heading', { level: 1, name: 'PlayerOne' })).toBeVisible()
  await page.goto('/')
  await signOut(page)
  const lost = other.getByRole('dialog', { name: 'Your session has ended' })
  await expect(lost).toBeVisible()
  await expect(other).toHaveTitle('Console')
  expect(await keptIn(other)).toEqual([])
  // Behind the dialog nothing shows through.
  const behind = await lost.evaluate(
    (dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor,
  )
  expect(behind).not.toContain('/')
  // The person who signs in then is another one, whose page begins anew.
  answered.me = bea
  await expect(other.getByText('Bea Brand').first()).toBeVisible()
  await expect(other.getByText('PlayerOne')).toHaveCount(0)
})

test('a form that one person filled is refused once another one is signed in, stays, and goes out in the name of who filled it', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/players/12')
  await page.getByRole('button', { name: 'Ban…', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ban PlayerOne' })
  await dialog.getByRole('button', { name: '7 days' }).click()
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  answered.me = ada
  await dialog.getByRole('button', { name: 'Ban PlayerOne' }).click()
  const another = page.getByRole('dialog', { name: 'Another person has signed in' })
  await expect(another).toContainText('This page belongs to Sam Support')
  await expect(another).toContainText('Ada Operator is now signed in in this browser')
  expect(answered.ordersOf('players ban')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(another).toBeVisible()
  await expect(another.getByRole('link', { name: 'Sign in as Sam Support' })).toHaveAttribute(
    'target',
    'gatehouse-sign-in',
  )
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('ticket 4711')
  answered.me = sam
  await expect(another).toBeHidden()
  await expect(dialog).toBeHidden()
  expect(answered.ordersOf('players ban')).toHaveLength(1)
})

test('a tab says at once that another person has signed in beside it, and begins anew at a press', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/players/12')
  await expect(page.getByRole('heading', { level: 1, name: 'PlayerOne' })).toBeVisible()
  answered.me = bea
  const other = await page.context().newPage()
  await answered.open(other)
  await other.goto('/')
  await expect(other.getByText('Hello, Bea Brand')).toBeVisible()
  const another = page.getByRole('dialog', { name: 'Another person has signed in' })
  await another.getByRole('button', { name: 'Start over as Bea Brand' }).click()
  await expect(another).toBeHidden()
  await expect(page.getByText('PlayerOne')).toHaveCount(0)
  await expect(page.getByText('Bea Brand').first()).toBeVisible()
})

test('Sign out in a tab of another person signs nobody out', async ({ page, answered }) => {
  await page.goto('/sessions')
  const press = page.getByRole('main').getByRole('button', { name: 'Sign out' })
  await expect(press).toBeVisible()
  answered.me = ada
  await press.click()
  await expect(page.getByRole('dialog', { name: 'Another person has signed in' })).toBeVisible()
  expect(answered.me).toBe(ada)
})

test('without a network a sign-out says that the person is still signed in', async ({ page }) => {
  await page.goto('/sessions')
  await page.route('**/sign-out', (route) => route.abort())
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are still signed in.')).toBeVisible()
})

test('the audit log, and what is copied of it, tells two people of one name apart', async ({
  page,
  answered,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const entry = {
    at: '2026-11-26T18:40:00.000Z',
    who: 'Ada Operator',
    why: 'ticket 4711',
    command: 'players ban',
    deployment: 'prod',
    subject: 'player 12',
    details: {},
    via: 'console',
    approved_by: null,
    alone: false,
  }
  answered.me = aud
  answered.answer('audit list', () =>
    done('', [
      { ...entry, id: 2, seq: 2, person: '0123456789ab' },
      {
        ...entry,
        id: 1,
        seq: 1,
        person: 'ba9876543210',
        approved_by: 'Ada Operator',
        details: { approvers: ['0123456789ab'] },
      },
    ]),
  )
  await page.goto('/prod/audit')
  const rows = page.locator('tr[data-row]')
  await expect(rows.nth(0)).toContainText('Ada Operator 0123456789ab')
  await expect(rows.nth(1)).toContainText('Ada Operator ba9876543210 and Ada Operator 0123456789ab')
  await rows.nth(0).getByRole('link').first().focus()
  await page.keyboard.press('c')
  await expect(page.getByText('Copied for a ticket.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Ada Operator 0123456789ab',
  )
  const saved = page.waitForEvent('download')
  await page.goto('/prod/look/audit/list')
  await page.getByRole('button', { name: /as CSV/ }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain('0123456789ab')
  expect(file).toContain('ba9876543210')
})
