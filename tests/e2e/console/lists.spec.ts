import { readFile } from 'node:fs/promises'
import { axeViolations, bringAxe } from '../accessibility/axeViolations.ts'
import { usual } from '../fixtures/answered-console/answers.ts'
import { ada, aud, bea, pia, sam } from '../fixtures/answered-console/staff.ts'
import { done, expect, test } from '../fixtures/answered-console/test.ts'

test('new access keys are given once, and the dialog closes when they are stored (AT-CON2-39)', async ({
  page,
  answered,
}) => {
  answered.me = bea
  const file = { ticket: 't', name: 'access-keys.csv', expiresAt: '2099-01-01T00:00:00Z' }
  answered.answer('access-keys create', () => done('', { file }))
  await page.route('**/downloads/t', (route) => route.fulfill({ body: 'id,key\r\n1,2\r\n' }))
  await page.goto('/prod/access-keys')
  const row = page.getByRole('row').filter({ hasText: 'wave 2' })
  await expect(row).toContainText('1 of 100')
  await page.getByRole('button', { name: 'Make a batch…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Count/).fill('100')
  await dialog.getByLabel(/^Label/).fill('wave 3')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  await dialog.getByRole('button', { name: 'Make a batch of access keys' }).click()
  const close = dialog.getByRole('button', { name: 'Close' })
  await expect(close).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('access-keys.csv')
  await expect(close).toBeDisabled()
  await bringAxe(page)
  expect(await axeViolations(page, 'all')).toEqual([])
  await dialog.getByLabel('I have saved the file').press('Space')
  await close.press('Enter')
  await expect(dialog).toBeHidden()
  expect(answered.ordersOf('access-keys create')).toMatchObject([
    { order: { deployment: 'prod', count: 100, label: 'wave 3' }, why: 'ticket 4711' },
  ])
})

test('used keys are a chart with its table, and a batch leads to its keys, which are revoked (AT-CON2-39)', async ({
  page,
  answered,
}) => {
  answered.me = bea
  await page.goto('/prod/access-keys')
  const card = page.locator('.figure')
  await expect(card.getByRole('img')).toHaveAttribute('aria-label', /^Used keys, from /)
  await card.getByText('As a table').click()
  await expect(card.getByRole('columnheader')).toHaveText(['Period', 'Wave 2', 'Wave 1'])
  await page.getByRole('link', { name: '12 months' }).click()
  await expect
    .poll(() => answered.ordersOf('access-keys usage').at(-1)?.order)
    .toMatchObject({ deployment: 'prod', by: 'month' })

  await page.getByRole('link', { name: 'wave 2' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(99)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect
    .poll(() => answered.ordersOf('access-keys list').at(-1)?.order)
    .toEqual({ deployment: 'prod', batch: '3', limit: 100, after: '99'.padStart(32, 'a') })
  await page
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('leaked')
  await dialog.getByLabel(/Type/).fill('PROD')
  await dialog.getByRole('button', { name: 'Revoke an access key' }).click()
  await expect(dialog).toBeHidden()
  expect(answered.ordersOf('access-keys revoke')).toMatchObject([
    { order: { deployment: 'prod', key: '1'.padStart(32, 'a') } },
  ])
})

test('an auditor reads access keys, and makes and revokes none', async ({ page, answered }) => {
  answered.me = aud
  await page.goto('/prod/access-keys')
  await expect(page.getByRole('row').filter({ hasText: 'wave 1' })).toContainText('revoked')
  await expect(page.getByRole('main').getByRole('button', { name: /^(?!.*CSV)/ })).toHaveCount(0)
  answered.me = ada
  await page.goto('/prod/access-keys')
  await expect(page.getByRole('button', { name: 'Make a batch…' })).toBeVisible()
})

test('a site that failed is listed with its error and next try, and all of it is retried at once (AT-CON2-45)', async ({
  page,
  answered,
}) => {
  answered.me = ada
  await page.goto('/prod/deliveries')
  const row = page.getByRole('row').filter({ hasText: 'shop' })
  await expect(row).toContainText('The site answered 500.')
  await expect(row.getByRole('time').first()).toBeVisible()
  await row.getByRole('link', { name: 'shop' }).press('Enter')
  await expect
    .poll(() => answered.ordersOf('deliveries list').at(-1)?.order)
    .toEqual({ deployment: 'prod', client: 'shop', limit: 100 })
  await page.getByRole('button', { name: 'Retry all failed of shop…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('the site is back')
  answered.answer('deliveries list', () => done('', []))
  await dialog.getByRole('button', { name: 'Retry failed deliveries' }).click()
  expect(answered.ordersOf('deliveries retry')).toMatchObject([
    { order: { deployment: 'prod', client: 'shop' }, why: 'the site is back' },
  ])
  await expect(page.getByText('shop has accepted everything')).toBeVisible()
})

test('support sees the waiting mails of its deployments, masked, and operators retry them (AT-CON2-46)', async ({
  page,
  answered,
}) => {
  answered.me = sam
  await page.goto('/prod/outbox')
  const row = page.getByRole('row').filter({ hasText: 'confirmation' })
  await expect(row).toContainText('p••••r@example.com')
  await expect(row).toContainText('SMTP: 450')
  await expect(page.getByRole('main').getByRole('button', { name: /^(?!.*as CSV)/ })).toHaveCount(0)
  expect(answered.ordersOf('outbox list')[0]?.order).toEqual({ deployment: 'prod', limit: 100 })

  answered.me = ada
  await page.goto('/house/outbox')
  await expect(page.getByRole('columnheader', { name: 'Deployment' })).toBeVisible()
  await page.getByRole('button', { name: 'Retry all…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('the mail server is back')
  await dialog.getByRole('button', { name: 'Retry waiting mails' }).click()
  await expect(dialog).toBeHidden()
  expect(answered.ordersOf('outbox retry')[0]?.order).toEqual({})
})

test('sites are read with what they may know and get, and an operator starts their events', async ({
  page,
  answered,
}) => {
  answered.me = ada
  await page.goto('/prod/sites')
  await page.getByRole('link', { name: 'Community', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Community', level: 2 })).toBeVisible()
  await expect(page.getByText('https://community.site.test/signed-in')).toBeVisible()
  await page.getByRole('button', { name: 'Start events again…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  await dialog.getByRole('button', { name: 'Start events to community-site again' }).click()
  await expect(dialog).toBeHidden()
  expect(answered.ordersOf('events start')).toMatchObject([
    { order: { deployment: 'prod', client: 'community-site' } },
  ])
  answered.me = bea
  await page.goto('/prod/sites?client=shop')
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^(?!.*as CSV)/ })).toHaveCount(0)
})

test('texts of players are texts, in pages and as CSV, and have a player for privacy officers alone (AX-CON2-16, AX-CON2-18)', async ({
  page,
  answered,
}) => {
  answered.me = bea
  await page.goto('/prod/texts')
  await expect(page.getByRole('cell', { name: /<b>too<\/b> many U\+202E/ })).toBeVisible()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect
    .poll(() => answered.ordersOf('deletion-types texts').at(-1)?.order)
    .toEqual({ deployment: 'prod', after: '100' })
  answered.answer('deletion-types texts', ({ order }) => {
    const isWhole = order['whole'] === true && order['after'] === undefined
    const texts = isWhole ? ['=after none', '=after 100'] : ['a page']
    return done('', {
      texts: texts.map((text, at) => ({ no: at + 1, day: '2026-11-26', text })),
      next: null,
    })
  })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All of them as CSV' }).press('Enter')
  const download = await saved
  expect(download.suggestedFilename()).toBe('prod-Reasons-for-leaving.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe(
    `\uFEFFNo,Day,Text\r\n1,2026-11-26,"'=after none"\r\n2,2026-11-26,"'=after 100"\r\n`,
  )

  await page.getByRole('link', { name: 'Influencers' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Guybrush the streamer' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Player' })).toHaveCount(0)
  answered.me = pia
  await page.goto('/prod/texts?of=Influencers')
  await expect(page.getByRole('link', { name: '12', exact: true })).toHaveAttribute(
    'href',
    '/prod/players/12',
  )
  answered.answer('surveys texts', () => done('', { texts: [], next: null }))
  await page.reload()
  await expect(page.getByText('Nothing to show')).toBeVisible()
})

test.describe('in a zone with another offset in summer', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('a list is saved as a table that computes nothing, with moments of the person (AX-CON2-18)', async ({
    page,
    answered,
  }) => {
    answered.me = ada
    const row = {
      id: 1,
      by: { name: '=cmd|calc', mark: 'a1' },
      at: '2026-07-01T22:30:00.000Z',
      until: '2026-12-01T22:30:00.000Z',
      range: '198.51.100.0/24',
      note: '+1, "quoted"\nand מוקש',
      isOn: true,
    }
    answered.answer('ip-bans list', () => done('', [row, { ...row, id: 2, until: null }]))
    await page.goto('/prod/look/ip-bans/list')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'These 2 rows as CSV' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('prod-List-IP-bans.csv')
    expect(await readFile(await download.path(), 'utf8')).toBe(
      [
        '\uFEFFID,By name,By mark,At,Until,Range,Note,Is on',
        `1,"'=cmd|calc",a1,2026-07-02 00:30:00+02:00,2026-12-01 23:30:00+01:00,198.51.100.0/24,"'+1, ""quoted"" and מוקש",yes`,
        `2,"'=cmd|calc",a1,2026-07-02 00:30:00+02:00,,198.51.100.0/24,"'+1, ""quoted"" and מוקש",yes`,
        '',
      ].join('\r\n'),
    )
  })
})

test('a list that refreshes keeps the focus, the selection and the place', async ({
  page,
  answered,
}) => {
  answered.me = ada
  const rows = usual['outbox list'] as readonly Readonly<Record<string, unknown>>[]
  const many = (from: number) =>
    Array.from({ length: 60 }, (_, at) => ({ ...rows[0], id: `mail-${from + at}` }))
  let first = 1
  answered.answer('outbox list', () => done('', many(first)))
  await page.goto('/prod/outbox')
  const row = page.locator('[data-row="mail-40"]')
  await row.getByRole('checkbox').check()
  await row.getByRole('checkbox').scrollIntoViewIfNeeded()
  const top = async () => (await row.boundingBox())?.y ?? 0
  const before = await top()
  first = 2
  await expect(page.locator('[data-row="mail-61"]')).toBeAttached()
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expect(row.getByRole('checkbox')).toBeFocused()
  expect(Math.abs((await top()) - before)).toBeLessThan(60)
})
