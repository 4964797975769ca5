import { requestInFull, usual } from '../fixtures/answered-console/answers.ts'
import { pia } from '../fixtures/answered-console/staff.ts'
import { done, expect, refused, test } from '../fixtures/answered-console/test.ts'

test('keys alone lead through search and player to a ban, and the focus comes back (AT-CON2-56)', async ({
  page,
  answered,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Start' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('player')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'PlayerOne' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'PlayerOne' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'PlayerOne' })).toBeVisible()
  const ban = page.getByRole('button', { name: 'Ban…', exact: true })
  await ban.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ban PlayerOne' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toContainText('It changes nothing.')
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByLabel('Reason', { exact: true })).toBeFocused()
  await page.keyboard.type('ticket 4711')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(ban).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'It is done.' })).toBeVisible()
  const [order] = answered.ordersOf('players ban')
  expect(order).toMatchObject({
    order: { player: 'id=12', deployment: 'prod' },
    why: 'ticket 4711',
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  // The next dialog offers the reason.
  await ban.click()
  await dialog.getByRole('button', { name: 'ticket 4711' }).click()
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('ticket 4711')
})

test('a reason that is missing or names a person is refused at its field (AT-CON2-22)', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/players/12')
  await page.getByRole('button', { name: 'Log out everywhere…' }).click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason', { exact: true })
  for (const [text, complaint] of [
    ['', 'Reason is needed'],
    ['ok', 'shorter than 3'],
    ['ada@example.com asked', 'names a mail or network address'],
  ] as const) {
    await reason.fill(text)
    await dialog.getByRole('button', { name: 'Log PlayerOne out everywhere' }).click()
    await expect(reason).toHaveAccessibleDescription(new RegExp(complaint))
    await expect(reason).toHaveAttribute('aria-invalid', 'true')
  }
  expect(answered.ordersOf('players end-sessions')).toEqual([])
})

test('Cancel alone loses the text that was typed, and a refusal keeps the form', async ({
  page,
  answered,
}) => {
  answered.answer('players freeze', () => refused(409, 'REFUSED', 'PlayerOne has no way back.'))
  await page.goto('/prod/players/12')
  await page.getByText('More actions').click()
  await page.getByRole('button', { name: 'Freeze account…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 1')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  // Before it is ordered: by the dry run.
  await expect(dialog).toContainText('This will be refused: PlayerOne has no way back.')
  await dialog.getByRole('button', { name: 'Freeze PlayerOne’s account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('REFUSED')
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('ticket 1')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('Back leads out of a dialog, to the screen behind it, and loses nothing that was typed', async ({
  page,
}) => {
  await page.goto('/prod/players?q=player')
  await page.getByRole('link', { name: 'PlayerOne' }).click()
  await page.getByRole('button', { name: 'Ban…', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason', { exact: true })
  await expect(reason).toBeVisible()
  const back = () => page.evaluate(() => history.back())
  await back()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/players\/12/)
  await page.getByRole('button', { name: 'Ban…', exact: true }).click()
  await reason.fill('ticket 1')
  await back()
  await expect(page).toHaveURL(/players\/12/)
  await expect(reason).toHaveValue('ticket 1')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await back()
  await expect(page).toHaveURL(/q=player/)
})

test('an act that cannot be undone asks for the name, letter by letter, and waits for a second person (AT-CON2-13, AX-CON2-17)', async ({
  page,
  answered,
}) => {
  answered.me = pia
  answered.answer('players erase', ({ dryRun }) =>
    dryRun === true
      ? done('Erases PlayerOne.', null)
      : { status: 202, body: { approval: { id: 'r1', expiresAt: '2099-01-01T00:00:00Z' } } },
  )
  await page.goto('/prod/players/12')
  await page.getByText('More actions').click()
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 1')
  const typed = dialog.getByLabel(/^This cannot be undone/)
  await typed.fill('PIayerOne')
  await dialog.getByRole('button', { name: 'Ask for the erasure of PlayerOne' }).click()
  await expect(dialog.getByText('This is not the same name, letter for letter.')).toBeVisible()
  expect(answered.ordersOf('players erase')).toEqual([])
  await typed.fill('PlayerOne')
  await dialog.getByRole('button', { name: 'Ask for the erasure of PlayerOne' }).click()
  await expect(dialog).toContainText('A colleague has to approve it by')
  await dialog.getByRole('link', { name: 'See the request' }).click()
  await expect(page).toHaveURL(/\/prod\/approvals\/r1$/)
})

test('a request shows its effect, and is approved with the digest that was shown (AT-CON2-13)', async ({
  page,
  answered,
}) => {
  answered.me = pia
  await page.goto(`/prod/approvals/${requestInFull.id}`)
  await expect(page.getByText('Erases PlayerTwo, registered 3 May 2025.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refuse…' })).toBeVisible()
  await page.getByRole('button', { name: 'Approve…' }).click()
  const title = 'Approve the erasure of PlayerTwo'
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Reason', { exact: true }).fill('seen, ticket 4801')
  await dialog.getByRole('button', { name: title }).click()
  await expect
    .poll(() => answered.ordersOf('approvals approve')[0]?.order)
    .toEqual({ id: requestInFull.id, deployment: 'prod', digest: requestInFull.digest })
})

test('a proof of the person happens in another window, and the same order goes on (AT-CON2-07)', async ({
  page,
  context,
  answered,
}) => {
  let isProven = false
  answered.answer('players unlink', ({ dryRun }) =>
    isProven || dryRun === true
      ? done('PlayerOne and steam are unlinked.', null)
      : refused(401, 'PROOF_REQUIRED'),
  )
  await page.goto('/prod/players/12')
  await page.getByText('More actions').click()
  await page.getByRole('button', { name: 'Unlink from a service…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service').selectOption('steam')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 1')
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Unlink PlayerOne from a service' }).click()
  const other = await opened
  expect(new URL(other.url()).pathname).toBe('/step-up')
  await expect(dialog).toContainText('Prove who you are in the other window.')
  isProven = true
  await other.evaluate(() => {
    const channel = new BroadcastChannel('gatehouse-staff')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel.postMessage('proven')
  })
  await expect(dialog).toBeHidden()
  const orders = answered.ordersOf('players unlink')
  expect(orders).toHaveLength(2)
  expect(orders[1]).toEqual(orders[0])
})

test('a session that ends during an act asks to sign in over it, and the act is done once (AT-CON2-05)', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/players/12')
  await page.getByRole('button', { name: 'Log out everywhere…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log PlayerOne out everywhere' })
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  const { me } = answered
  answered.me = null
  await dialog.getByRole('button', { name: 'Log PlayerOne out everywhere' }).click()
  const signIn = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(signIn.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/sign-in?to=%2F',
  )
  await page.keyboard.press('Escape')
  await expect(signIn).toBeVisible()
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('ticket 4711')
  answered.me = me
  await signIn.getByRole('button', { name: 'I have signed in' }).click()
  await expect(signIn).toBeHidden()
  await expect(dialog).toBeHidden()
  const keys = answered.ordersOf('players end-sessions').map(({ key }) => key)
  // The first was refused; the second is the same order.
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a file that an act made is taken once', async ({ page, answered }) => {
  answered.me = { ...pia, house: pia.house }
  const file = { ticket: 't1', name: 'player-12.json', expiresAt: '2099-01-01T00:00:00Z' }
  answered.answer('players export', ({ dryRun }) =>
    dryRun === true ? done('Exports PlayerOne.', null) : done('', { file }),
  )
  await page.route('**/downloads/t1', (route) =>
    route.fulfill({ body: '{}', contentType: 'application/json' }),
  )
  await page.goto('/prod/players/12')
  await page.getByRole('button', { name: 'Export data…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 1')
  await dialog.getByRole('button', { name: 'Ask for the export of PlayerOne' }).press('Enter')
  // The focus goes on with the file.
  await expect(dialog.getByText('You can download')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeFocused()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('player-12.json')
  await expect(dialog.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await expect(dialog.getByRole('status')).toHaveText('Downloaded.')
  await expect(dialog.getByRole('heading')).toBeFocused()
})

test('an act that a state forbids is there, off, with the reason (AT-CON2-31)', async ({
  page,
}) => {
  await page.goto('/prod/players/12')
  await expect(page.getByRole('button', { name: 'Unban…' })).toBeDisabled()
  await expect(page.getByText('PlayerOne is not banned.')).toBeVisible()
})

test('the focus is lost neither by opening a player nor by an act that its state then forbids', async ({
  page,
  answered,
}) => {
  let isBanned = true
  const refusals = [{ act: 'players unban', why: 'PlayerOne is not banned.' }]
  answered.answer('players show', () =>
    done('', { ...(usual['players show'] as object), refusals: isBanned ? [] : refusals }),
  )
  answered.answer('players unban', ({ dryRun }) => {
    if (dryRun !== true) isBanned = false
    return done('PlayerOne is no longer banned.', { id: 12, username: 'PlayerOne' })
  })
  await page.goto('/prod/players?q=player')
  await page.getByRole('link', { name: 'PlayerOne', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'PlayerOne' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Unban…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  await dialog.getByRole('button', { name: 'Unban PlayerOne' }).press('Enter')
  await expect(page.getByText('PlayerOne is not banned.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('no screen of a role has a field for a password, a factor or a new address (AT-CON2-34)', async ({
  page,
}) => {
  await page.goto('/prod')
  await expect(page.getByRole('heading', { name: 'PROD: all actions' })).toBeVisible()
  const words = (await page.getByRole('main').innerText()).toLowerCase()
  expect(words).not.toMatch(/set password|sign in as|unfreeze|change address/)
  await expect(page.locator('input[type="password"]')).toHaveCount(0)
})

test('an address that is revealed stays in the dialog until it is read (AT-CON2-26)', async ({
  page,
  answered,
}) => {
  answered.answer('players reveal', ({ dryRun }) =>
    dryRun === true
      ? done('', null)
      : done('', { id: 12, username: 'PlayerOne', email: 'player@example.com' }),
  )
  await page.goto('/prod/players/12')
  await page.getByText('More actions').click()
  await page.getByRole('button', { name: 'Show email address…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 1')
  await dialog.getByRole('button', { name: 'Show PlayerOne’s email address' }).click()
  await expect(dialog).toContainText('player@example.com')
})

test('a look that needs a reason is asked for in a dialog, and is not tried before (AT-CON2-27)', async ({
  page,
  answered,
}) => {
  answered.answer('players factors', () =>
    done('', { id: 12, username: 'PlayerOne', passkeys: [] }),
  )
  await page.goto('/prod')
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Show a player’s passkeys and second steps…' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Player').fill('id=12')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 1')
  // As long as a trial of an act would wait.
  await expect(dialog.getByText('What happens')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Show a player’s passkeys and second steps' }).click()
  await expect(dialog).toContainText('Passkeys')
  expect(answered.orders.filter(({ act }) => act === 'players factors')).toHaveLength(1)
})

test('a timeline goes on where its first page ends', async ({ page, answered }) => {
  answered.answer('players timeline', ({ order }) =>
    done('', {
      entries: [{ at: '2026-11-26T20:00:00.000Z', act: order['before'] ?? 'newest' }],
      next: order['before'] === undefined ? '5.9' : null,
    }),
  )
  await page.goto('/prod/players/12?tab=timeline')
  await expect(page.getByText('newest')).toBeVisible()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByRole('cell', { name: '5.9' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page.getByText('newest')).toBeVisible()
})
