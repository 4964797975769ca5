import { readFile } from 'node:fs/promises'
import { type Download, type Page } from '@playwright/test'
import { bea, sam } from '../fixtures/answered-console/staff.ts'
import { done, expect, test } from '../fixtures/answered-console/test.ts'

const card = (page: Page, title: string) =>
  page.locator('.figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

test.beforeEach(({ answered }) => {
  answered.me = bea
})

test('a count under five is hidden in chart, table and CSV, and five is shown (AT-CON2-44)', async ({
  page,
  answered,
}) => {
  const period = new Date().toISOString().slice(0, 10)
  const cells = [
    { period, part: 'I play elsewhere', count: null },
    { period, part: 'Too many mails', count: 5 },
  ]
  const from = `${period}T00:00:00.000Z`
  const figures = [{ figure: 'deletions', from, isLate: false, cells }]
  answered.answer('figures show', () => done('', figures))
  await page.goto('/prod/figures')
  const deletions = card(page, 'Deletions')
  await expect(deletions.locator('.shares > li')).toHaveText([
    /Too many mails\s*5/,
    /elsewhere\s*< 5/,
  ])
  await deletions.getByText('As a table').click()
  await expect(deletions.getByRole('row').nth(1)).toHaveText(`${period}5< 5`)
  const saved = page.waitForEvent('download')
  await deletions.getByRole('button', { name: 'Download CSV' }).click()
  const download = await saved
  expect(await textOf(download)).toBe(
    `\uFEFFPeriod,Too many mails,I play elsewhere\r\n${period},5,< 5\r\n`,
  )
  expect(download.suggestedFilename()).toBe(`prod-Deletions-${period}.csv`)
})

test('a month says in chart, table and CSV that it leaves days out, and deletions have months beside days', async ({
  page,
  answered,
}) => {
  const day = new Date().toISOString().slice(0, 10)
  const period = day.slice(0, 7)
  const cells = [
    { period, part: 'confirmed', count: 1600, isPartial: true },
    { period, part: 'put together', count: null, isPartial: true },
  ]
  const gone = [{ period, part: 'I play elsewhere', count: 5 }]
  const from = `${period}-01T00:00:00.000Z`
  const figures = [
    { figure: 'sign-ups', from, isLate: false, cells },
    { figure: 'deletions', from, isLate: false, cells: gone },
  ]
  answered.answer('figures show', () => done('', figures))
  await page.goto('/prod/figures?span=12-months')
  const signUps = card(page, 'Sign-ups')
  await expect(signUps.locator('.shares > li')).toHaveText([
    /Confirmed\s*≥ 1600/,
    /Put together\s*< 5 a day/,
  ])
  await signUps.getByText('As a table').click()
  await expect(signUps.getByRole('row').nth(1)).toHaveText(`${period}≥ 1600< 5 a day`)
  const saved = page.waitForEvent('download')
  await signUps.getByRole('button', { name: 'Download CSV' }).click()
  expect(await textOf(await saved)).toContain(`${period},≥ 1600,< 5 a day`)
  await page.goto('/prod/figures')
  await expect(card(page, 'Deletions').locator('.shares > li')).toHaveText(/elsewhere\s*5/)
})

const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** A figure of one part with a count of each day, of so many before today to so many. */
function daily(figure: string, from: number, to: number, count: (ago: number) => number | null) {
  const agos = Array.from({ length: from - to + 1 }, (_, at) => from - at)
  const cells = agos.map((ago) => ({
    period: dayOf(ago),
    part: 'password alone',
    count: count(ago),
  }))
  return { figure, from: `${dayOf(from)}T00:00:00.000Z`, isLate: false, cells }
}

test('a card says the sum of the time and the change to the time before, unless hidden counts could turn it, and names a single part', async ({
  page,
  answered,
}) => {
  const today = new Date().toISOString().slice(0, 10)
  answered.answer('figures show', ({ order }) => {
    const isNow = String(order['until']).startsWith(today)
    const [from, to] = isNow ? [7, 0] : [14, 8]
    return done('', [
      daily('second steps', from, to, (ago) => (ago === 0 ? 11 : isNow ? 224 : 200)),
      daily('log-ins', from, to, (ago) => (ago % 2 === 0 ? null : 9)),
      { figure: 'recoveries', from: `${today}T00:00:00.000Z`, isLate: false, cells: [] },
    ])
  })
  await page.goto('/prod/figures?span=7-days')
  const steps = card(page, 'Second steps')
  await expect(steps.locator('.sum')).toHaveText(
    '1,568 log-ins in 7 days+12 % to the 7 days beforeToday so far: 11',
  )
  await expect(steps.locator('.legend > li')).toHaveText(['Password alone', 'A week before'])
  await expect(card(page, 'Log-ins').locator('.sum')).toHaveText(
    '≥ 39 log-ins in 7 daysToday so far: ≥ 1',
  )
  await expect(page.getByText('None in this time: Recoveries.')).toBeVisible()
})

test('figures are printed light, with every card and without the frame of the console', async ({
  page,
}) => {
  await page.goto('/prod/figures')
  await expect(card(page, 'Sign-ups')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByText(/, 30 days to \d{4}-/)).toBeVisible()
  await expect(page.locator('.figure')).toHaveCount(7)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(card(page, 'Sign-ups')).toHaveCSS('break-inside', 'avoid')
})

test('a part that begins like a formula stays text in the CSV (AX-CON2-18)', async ({ page }) => {
  await page.goto('/prod/figures')
  const saved = page.waitForEvent('download')
  await card(page, 'Refused log-ins').getByRole('button', { name: 'Download CSV' }).click()
  expect(await textOf(await saved)).toContain(`"'=HYPERLINK(""https://site.test"")"`)
})

test('the time is in the address, and a keyboard chooses another one', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/figures')
  await expect(card(page, 'Sign-ups')).toBeVisible()
  await page.getByRole('link', { name: '12 months' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/span=12-months/)
  await expect(page.getByRole('link', { name: '12 months' })).toHaveAttribute('aria-current')
  await expect
    .poll(() => answered.ordersOf('figures show').at(-1)?.order)
    .toMatchObject({ deployment: 'prod', by: 'month' })
})

test('a figure that took too long says so, and the others stand', async ({ page }) => {
  await page.goto('/prod/figures')
  await expect(card(page, 'Mails')).toContainText('took too long')
  await expect(page.getByText('None in this time: Recoveries.')).toBeVisible()
  await expect(card(page, 'Log-ins').getByRole('img')).toHaveAttribute(
    'aria-label',
    /^Log-ins, from .* The table has the numbers\.$/,
  )
})

test('support has no figures, and any list can be saved as CSV', async ({ page, answered }) => {
  answered.me = sam
  await page.goto('/prod/figures')
  await expect(page.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
  answered.answer('ip-bans list', () =>
    done('', [{ id: 1, network: '198.51.100.0/24', scope: '-1' }]),
  )
  await page.goto('/prod/look/ip-bans/list')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect(await textOf(await saved)).toBe('\uFEFFID,Network,Scope\r\n1,198.51.100.0/24,"\'-1"\r\n')
})
