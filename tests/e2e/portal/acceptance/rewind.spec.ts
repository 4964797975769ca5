import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control, field, rowControl } from '../../fixtures/page.ts'
import { heldFor, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import {
  fromNow,
  securing,
  security as overview,
  unfreezing,
} from '../../fixtures/stubbed-api/defaults.ts'
import { toConfirmation } from '../../fixtures/steps/deletion.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* How a player puts a stolen account back to what it was, by the link of a mail. */

const on = { EnableSecuritySection: true } as const
const address = '/account-safety?link=SECRET'
const act = 'POST safety/act'
const nothing = { Link: 'SECRET', Password: '', Confirm: '' }
const choice = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })

/** Opens the link, and chooses to undo from the change of address on. */
async function doubtAddress(page: Page): Promise<void> {
  await page.goto(address)
  await choice(page, /^Undo what was done since/).check()
  await choice(page, /^Email address changed/).check()
}

test('A player names the first act of a thief, and reads what is undone and what is not', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST safety/read', ok(securing))
  await page.goto(address)
  await expect(page).toHaveURL('/account-safety')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Secure your account')
  await expect(page.getByText('PlayerOne, tell us what happened.')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('radio')).toHaveCount(3)
  await expect(main.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
  await choice(page, /^Undo what was done since/).check()
  const entries = page.getByRole('group', { name: /^Choose the first thing/ }).getByRole('radio')
  await expect(entries).toHaveCount(5)
  await expect(main.getByRole('radio', { checked: true })).toHaveCount(1)
  await expect(control(page, 'Undo it')).toBeDisabled()
  await choice(page, /^Email address changed/).check()
  await expect(page.getByText('From here on it was not me')).toBeVisible()
  await expect(page.getByRole('status').getByRole('listitem')).toHaveText([
    'Authenticator app “Phone” added',
    'Password changed',
    'Email address changed from p••••y@example.com',
  ])
  await expect(page.getByText('This is not put back: your old password')).toBeVisible()

  stubbedApi.stub(act, [
    refused(['Number', 'ERROR_NUMBER_INVALID']),
    refused('ERROR_REWIND_NOT_YOURS'),
    ok({
      Outcome: 'done',
      Email: 'p.....r@example.com',
      Since: '2026-05-04T18:30:00Z',
      Until: '2026-05-07T18:30:00Z',
      NotRestored: ['username', 'steam'],
    }),
  ])
  await field(page, 'Number in our mail').fill('123456')
  await control(page, 'Undo it').click()
  await expect(field(page, 'Number in our mail')).toHaveError('This is not the number in the mail.')
  await control(page, 'Undo it').click()
  await expect(page.getByRole('alert')).toContainText('This address was not the account')
  await control(page, 'Undo it').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is yours again')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(main).toContainText('Your account is as it was on 4 May 2026')
  await expect(main).toContainText('could not be put back: your username, Steam.')
  await expect(main).toContainText('Changes are on hold until 7 May 2026')
  await expect(main).toContainText('We have sent a mail to p.....r@example.com.')
  const body = { ...nothing, Act: 'restore', From: 62, Number: '123456' }
  expect(stubbedApi.sent(act).at(-1)?.body).toEqual(body)
})

test('A takeover is undone by keyboard alone, and the focus is seen at every stop (AT-SEC-45)', async ({
  page,
  stubbedApi,
  keyboard,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST safety/read', ok(securing))
  stubbedApi.stub(
    act,
    ok({ Outcome: 'waits', Email: 'p.....r@example.com', Until: fromNow({ days: 1 }) }),
  )
  await page.goto(address)
  await keyboard.tabTo(choice(page, /^Freeze the account now/))
  // The arrows of a group go on, and choose.
  await keyboard.press('ArrowDown')
  await expect(choice(page, /^Undo what was done since/)).toBeChecked()
  await keyboard.tabTo(choice(page, /^Authenticator app “Phone” added/))
  await keyboard.press('ArrowDown', 'ArrowDown')
  await expect(choice(page, /^Email address changed/)).toBeChecked()
  await keyboard.write(field(page, 'Number in our mail'), '123456')
  await keyboard.activate(control(page, 'Undo it'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is frozen')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('An account that had a second step is put back at once with it, or later without it', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  const Entries = securing.Entries.map((entry) => ({
    ...entry,
    Ways: entry.Id <= 62 ? (['totp', 'recovery-code'] as const) : [],
  }))
  stubbedApi.stub('POST safety/read', ok({ ...securing, NeedsNumber: false, Entries }))
  await doubtAddress(page)
  await expect(control(page, 'Undo it')).toBeDisabled()
  await choice(page, /^Confirm it with your second step/).check()
  await field(page, 'Code from your authenticator app').fill('123456')
  stubbedApi.stub(act, [
    refused(['Code', 'ERROR_CODE_INVALID']),
    ok({ Outcome: 'waits', Email: 'p.....r@example.com', Until: '2026-05-05T18:30:00Z' }),
  ])
  await control(page, 'Undo it').click()
  await expect(field(page, 'Code from your authenticator app')).toHaveError(
    'This code is not right.',
  )
  const body = { ...nothing, Act: 'restore', From: 62, Number: '' }
  expect(stubbedApi.sent(act)[0]?.body).toEqual({ ...body, Way: 'totp', Code: '123456' })
  await choice(page, /^Without it, the account is frozen now and restored in 24 hours/).check()
  await expect(field(page, 'Code from your authenticator app')).toHaveCount(0)
  await control(page, 'Undo it').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is frozen')
  await expect(page.getByText('It will be restored on 5 May 2026')).toBeVisible()
  expect(stubbedApi.sent(act)[1]?.body).toEqual(body)
})

test('A player who did it after all changes nothing, or lets go of the freeze', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST safety/read', ok(securing))
  await page.goto(address)
  await choice(page, /^It was me after all/).check()
  await control(page, 'Done').click()
  await expect(page.getByText('Thank you. Nothing was changed.')).toBeVisible()
  expect(stubbedApi.sent(act)).toEqual([])

  const frozen = { ...securing, IsFrozen: true, MayRelease: true, NeedsNumber: false }
  stubbedApi.stub('POST safety/read', ok(frozen))
  stubbedApi.stub(act, ok({ Outcome: 'done', Email: 'p.....r@example.com' }))
  await page.goto(address)
  await expect(choice(page, /^Freeze the account now/)).toHaveCount(0)
  await choice(page, /^It was me after all/).check()
  await control(page, 'Done').click()
  await expect(page.getByText('The account can be opened again now')).toBeVisible()
  expect(stubbedApi.sent(act)[0]?.body).toEqual({ ...nothing, Act: 'release', Number: '' })
})

test('A log-in into a frozen account leads on to the second step that stops it, without a mail (AT-SEC-44)', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  const RewindAt = '2026-05-05T18:30:00Z'
  const stopping = { ...unfreezing, Kind: 'stop', RewindAt, NeedsNumber: false, Ways: ['totp'] }
  stubbedApi.stub('POST safety/read', ok(stopping))
  const item = { Property: '', ErrorMessage: 'ERROR_ACCOUNT_FROZEN', Safety: { Link: 'SECRET' } }
  const frozen = { status: 400, body: { ErrorMessages: [item] } }
  stubbedApi.stub('POST log/log-in', frozen)
  await page.goto('/login')
  await logIn(page, 'PROD', { name: 'PlayerOne', password: 'Another9Battery' })
  await expect(page).toHaveURL('/account-safety')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop this')
  await expect(page.getByText('That happens on 5 May 2026')).toBeVisible()
  expect(stubbedApi.sent('POST safety/read')[0]?.body).toEqual({ Link: 'SECRET' })
  await page.reload()
  await field(page, 'Code from your authenticator app').fill('123456')
  stubbedApi.stub(act, ok({ Outcome: 'done', Email: 'p.....r@example.com' }))
  await control(page, 'Stop this').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It is stopped')
  const body = { ...nothing, Number: '', Act: 'stop', Way: 'totp', Code: '123456' }
  expect(stubbedApi.sent(act)[0]?.body).toEqual(body)
  await control(page, 'Log in').click()
  await expect(page).toBeOnPath('/login')
})

test('A frozen account without a second step offers another mail at its log-in', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST log/log-in', refused('ERROR_ACCOUNT_FROZEN'))
  await page.goto('/login')
  await logIn(page, 'PROD', { name: 'PlayerOne', password: 'Another9Battery' })
  await control(page.getByRole('alert'), 'Send me a new link').click()
  await expect(page).toBeOnPath('/account-safety/ask')
  await expect(choice(page, 'Get back into my frozen account')).toBeChecked()
  await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
})

test('A link that has done its work says what, to whoever comes back to it', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  const Email = 'p.....r@example.com'
  const [Since, Until] = [fromNow({ days: -3 }), fromNow({ days: 3 })]
  const restored = { Act: 'restore', Outcome: 'done', Since, Until, NotRestored: [] }
  const done = [
    [restored, 'Your account is yours again', 'Changes are on hold until'],
    [{ ...restored, Outcome: 'waits' }, 'Your account is frozen', 'It will be restored on'],
    [{ Act: 'release', Outcome: 'done' }, 'Thank you', 'can be opened again now'],
    [{ Act: 'unfreeze', Outcome: 'done' }, 'Your account is open again', 'Log in'],
    [{ Act: 'finish', Outcome: 'done' }, 'Your account is open again', 'Log in'],
    [{ Act: 'stop', Outcome: 'done' }, 'It is stopped', 'Your account stays as it is.'],
    [{ Act: 'cancel', Outcome: 'done' }, 'It is stopped', 'Nobody gets in'],
  ] as const
  for (const [Done, title, words] of done) {
    stubbedApi.stub('POST safety/read', ok({ ...unfreezing, Done: { ...Done, Email } }))
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main')).toContainText(words)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  }
})

test('A link that has to wait says until when', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST safety/read', heldFor(7200))
  await page.goto(address)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('This change is on hold to protect your account.')
  await expect(alert).toContainText('The hold ends on')
})

test('Security says that changes are on hold, and a form that is refused says until when', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('GET security', ok({ ...overview, HeldUntil: fromNow({ days: 2 }) }))
  await signIn()
  await page.goto('/account/security')
  await expect(page.getByText('Changes are on hold until')).toBeVisible()
  stubbedApi.stub('POST **', heldFor(7200))
  await page.goto('/account/update-username')
  await page.getByRole('textbox').first().fill('Another')
  await page.locator('form button[type=submit]').click()
  await expect(page.getByRole('alert')).toContainText('The hold ends on')
})

test('An act of the last days that was not the player leads to a freeze or to a mail (AT-SEC-06)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  // The server says of each whether it may be doubted: also of one older than a week.
  const entry = { ...securing.Entries[0], At: fromNow({ days: -20 }) }
  const Entries = [
    { ...entry, Id: 9, MayDoubt: false },
    { ...entry, Id: 8, MayDoubt: true },
  ]
  stubbedApi.stub('GET security/activity', ok({ Entries, Next: null }))
  await signIn()
  await page.goto('/account/security/activity')
  const doubt = page.getByRole('button', { name: /^It was not me/ })
  await expect(doubt).toHaveCount(1)
  await doubt.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Authenticator app “Phone” added')
  await control(dialog, 'Send me a link to undo it').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('We have sent you a mail.')).toBeVisible()
  const asked = { UsernameOrEmail: 'PlayerOne', For: 'secure' }
  expect(stubbedApi.sent('POST safety/ask')[0]?.body).toEqual(asked)
  await rowControl(page, 'It was not me').click()
  await control(dialog, 'Freeze now').click()
  await expect(page).toBeOnPath('/account-safety/frozen')
})

test('A deletion that waits says beforehand what happens, when, and how it is stopped', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ...on, DeletionGraceDays: 14 })
  await signIn()
  const At = fromNow({ days: 14 })
  stubbedApi.stub('POST deletion/user/42', ok({ At }))
  await page.goto('/account/deletion-request')
  const main = page.getByRole('main')
  await expect(main).toContainText('14 days after the last step. Until then you can keep it.')
  await toConfirmation(page)
  await expect(main).toContainText('In 14 days, this deletes for good:')
  await expect(main).toContainText(
    'We log you out everywhere now. Until then you can keep your account: just log in.',
  )
  await expect(main).toContainText('After that, nobody can bring it back')
  await expect(main).not.toContainText('at once and for good')
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await control(page, 'Delete').click()
  await expect(page).toBeOnPath('/deletion/confirm')
  await expect(page).toHaveTitle(/Deletion of your account/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Your account will be deleted on',
  )
})

test('A deletion that waits says until when a log-in keeps the account, through a reload too', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  await page.goto(`/deletion/confirm?until=${fromNow({ days: 3 })}`)
  for (let loads = 0; loads < 2; loads += 1) {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Your account will be deleted on',
    )
    await expect(page.getByText('Log in before then to keep it.')).toBeVisible()
    await page.reload()
  }
  await page.getByRole('main').getByRole('link', { name: 'Log in and keep it' }).click()
  await expect(page).toBeOnPath('/login')
})

test('The page of a deletion that is opened again after its day promises nothing', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  await page.goto(`/deletion/confirm?until=${fromNow({ days: -3 })}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Your account was to be deleted on',
  )
  await expect(page.getByText('If you logged in before then, you still have it.')).toBeVisible()
})
