import { axeViolations, bringAxe } from '../accessibility/axeViolations.ts'
import { draftMailing, underWay } from '../fixtures/answered-console/answers.ts'
import { bea } from '../fixtures/answered-console/staff.ts'
import { done, expect, refused, test } from '../fixtures/answered-console/test.ts'

test.beforeEach(({ answered }) => {
  answered.me = bea
})

test('a mailing is written by keys, saved by its revision, and tested on its author (AT-CON2-40)', async ({
  page,
  answered,
}) => {
  answered.answer('mailings test', () =>
    done('A mail of mailing 7 goes to bea@studio.example.', {}),
  )
  await page.goto('/prod/mailings')
  await page.getByRole('link', { name: 'New mailing' }).press('Enter')
  await page.getByLabel('Subject', { exact: true }).fill('Season two')
  await page.keyboard.press('Tab')
  await page.keyboard.type('It begins.')
  await expect(page.getByText('5000 players get it.')).toBeVisible()
  await expect(page.getByText('The link to https://site.test has no text.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'The mail as text' })).toContainText('It begins.')
  // A list that is not active is not offered.
  await expect(page.getByLabel('List', { exact: true }).getByRole('option')).toHaveCount(1)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/mailing=7/)
  expect(answered.ordersOf('mailings save')).toMatchObject([
    { order: { deployment: 'prod', list: 1, subject: 'Season two', text: 'It begins.' } },
  ])
  await page.getByLabel('Text', { exact: true }).fill('Another text.')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('goes to bea@studio.example')).toBeVisible()
  expect(answered.ordersOf('mailings save').at(-1)?.order).toMatchObject({
    mailing: 7,
    text: 'Another text.',
  })
  expect(answered.ordersOf('mailings test')).toMatchObject([
    { order: { deployment: 'prod', mailing: 7 } },
  ])
})

test('a mailing to many is asked for with the revision that is seen (AT-CON2-41)', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/mailings?mailing=7')
  await page.getByRole('button', { name: 'Start or schedule…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('until a colleague approves it')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  // Nothing takes mails back.
  await dialog.getByLabel(/^This cannot be undone/).fill('PROD')
  await bringAxe(page)
  expect(await axeViolations(page, 'all')).toEqual([])
  await dialog.getByRole('button', { name: 'Ask for the start of mailing 7' }).click()
  await expect
    .poll(() => answered.ordersOf('mailings start-large'))
    .toMatchObject([{ order: { mailing: 7, revision: 2, deployment: 'prod' }, why: 'ticket 4711' }])
})

test('a mailing that another person has changed keeps what was typed', async ({
  page,
  answered,
}) => {
  answered.answer('mailings save', () => refused(409, 'STALE', 'Ada Operator has changed it.'))
  await page.goto('/prod/mailings?mailing=7')
  await page.getByLabel('Text', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('STALE')
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Mine')
})

test('a mailing that is not saved is kept on the way to the list and back, and put back by a button', async ({
  page,
}) => {
  await page.goto('/prod/mailings?mailing=7')
  const text = page.getByLabel('Text', { exact: true })
  const before = await text.inputValue()
  await text.fill('Half a sentence')
  await page.getByRole('link', { name: 'All mailings' }).click()
  await page.getByRole('link', { name: 'Season two' }).click()
  await expect(text).toHaveValue('Half a sentence')
  await page.getByRole('button', { name: 'Back to what is saved' }).click()
  await expect(text).toHaveValue(before)
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
})

test('the list follows a mailing that is under way, and stops it at its row (AT-CON2-42)', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/mailings')
  const row = page.getByRole('row').filter({ hasText: 'The gates open' })
  await expect(row).toContainText('2100 of 5000')
  answered.answer('mailings list', () => done('', [{ ...underWay, posted: 3000, waiting: 0 }]))
  await expect(row).toContainText('3000 of 5000')
  await row.getByRole('button', { name: /^Stop/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4712')
  await dialog.getByRole('button', { name: /^Stop mailing \d/ }).click()
  await expect
    .poll(() => answered.ordersOf('mailings stop'))
    .toMatchObject([{ order: { mailing: 6, deployment: 'prod' }, why: 'ticket 4712' }])
})

test('a scheduled mailing whose list has grown says that another person approves it', async ({
  page,
  answered,
}) => {
  answered.answer('mailings show', () => done('', { ...draftMailing, state: 'waits', total: 5000 }))
  await page.goto('/prod/mailings?mailing=7')
  await expect(page.getByText('the list has grown to 5000 players')).toBeVisible()
  await page.getByRole('button', { name: 'Start or schedule…' }).click()
  await expect(page.getByRole('dialog')).toContainText('until a colleague')
})

test('the list of a mailing that was started has its progress, and no field', async ({
  page,
  answered,
}) => {
  answered.answer('mailings show', () => done('', { ...draftMailing, ...underWay }))
  await page.goto('/prod/mailings?mailing=6')
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2100')
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('reasons for leaving are moved by buttons and by Alt with arrows, and kept in one act (AT-CON2-43)', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/reasons')
  const items = page.getByRole('main').getByRole('listitem')
  await items
    .nth(2)
    .getByRole('button', { name: /^Up Another reason/ })
    .focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(items.nth(1)).toContainText('Another reason')
  // The keys go on with the row that was moved.
  await page.keyboard.press('Alt+ArrowUp')
  await expect(items.nth(0)).toContainText('Another reason')
  await items
    .nth(0)
    .getByRole('button', { name: /^Down Another reason/ })
    .click()
  await expect(page.getByText('Another reason: 2 of 3')).toBeAttached()
  // An order that is not kept yet outlives the screen.
  await page.getByRole('link', { name: 'Mailings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mailings' })).toBeVisible()
  await page.goBack()
  await expect(items.nth(1)).toContainText('Another reason')
  await page.getByRole('button', { name: 'Keep this order…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4713')
  await dialog.getByRole('button', { name: 'Reorder the reasons for leaving' }).click()
  await expect
    .poll(() => answered.ordersOf('deletion-types order'))
    .toMatchObject([{ order: { ids: '1,3,2', deployment: 'prod' }, why: 'ticket 4713' }])
})
