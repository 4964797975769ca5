import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { control, field, goInside, logInButton } from '../fixtures/page.ts'
import { consoleAddress, portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { runCommand } from '../fixtures/running-product/runCommand.ts'
import { beAtStandIns, freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { addApp } from '../fixtures/steps/addApp.ts'
import { codeOf } from '../fixtures/steps/authenticatorApp.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { freshName } from '../fixtures/steps/registration.ts'
import { signedInStaff } from '../fixtures/steps/signedInStaff.ts'
import { test } from '../fixtures/test.ts'

/*
 * Ten players who cannot go on, each from the portal to the solution: a support agent opens the code, reads
 * the cause, and does the one thing that helps.
 */

test.use({ bypassCSP: false })

const password = 'Welcome2Gatehouse'
const passwordHash = '$2y$06$eLPGnU28tUo.Czr6Si/OB.BjGvcTyCcpJgRtuKfZEHKUZmPP6YB1C'

const cases = [
  'unconfirmed',
  'banned',
  'frozen',
  'capitals',
  'factor',
  'attempts',
  'bounced',
  'linked',
  'holder',
  'deleted',
  'elsewhere',
] as const

type Seeded = Readonly<Record<(typeof cases)[number], string>>

const emailOf = (username: string) => `${username.toLowerCase()}@example.com`

/** Players of SHOWCASE of this test alone, each in the state of its case. */
async function seed(steam: string): Promise<Seeded> {
  const named = Object.fromEntries(cases.map((each) => [each, freshName()])) as Seeded
  const players = cases.map((each) => ({
    username: named[each],
    email: emailOf(named[each]),
    passwordHash,
    ...(each !== 'unconfirmed' && { confirmedAt: '2026-01-01T00:00:00Z' }),
    ...(each === 'holder' && { links: [{ service: 'steam', id: steam, name: 'Holder' }] }),
  }))
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cases-'))
  const file = join(folder, 'players.ndjson')
  await writeFile(file, players.map((each) => JSON.stringify(each)).join('\n'))
  await command('players', 'import', file)
  await rm(folder, { recursive: true })
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await command('players', 'ban', named.banned, '--until', until)
  await command('players', 'freeze', named.frozen)
  return named
}

const command = (...order: readonly string[]) =>
  runCommand([...order, '--deployment', 'showcase', '--why', 'ten cases'])

async function visitor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ bypassCSP: true })).newPage()
  await page.goto(`${portalOf('SHOWCASE')}/login`)
  return page
}

/** A log-in that is refused twice: from the second time on a code is offered. */
async function refuseTwice(page: Page, name: string, given = password): Promise<void> {
  await logIn(page, 'PROD', { name, password: given })
  await expect(page.getByRole('alert')).toBeVisible()
  await logInButton(page).click()
  await control(page, 'Get a support code').waitFor()
}

async function supportCode(page: Page): Promise<string> {
  await control(page, 'Get a support code').click()
  const shown = page.getByRole('region', { name: 'Your support code' }).getByRole('code')
  return (await shown.textContent()) ?? ''
}

/** Opens a code, and answers the card with the cause. */
async function explain(sam: Page, code: string, cause: string | RegExp) {
  await sam.getByLabel('Code', { exact: true }).fill(code)
  await sam.getByRole('button', { name: 'Explain' }).click()
  await expect(sam.getByRole('heading', { level: 2, name: cause })).toBeVisible()
}

/** Presses the button that helps, and gives the reason. */
async function help(sam: Page, title: string): Promise<void> {
  await sam
    .getByRole('main')
    .getByRole('button', { name: `${title}…` })
    .click()
  const dialog = sam.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  // Its button has the name of the player, too.
  await dialog.locator('[type="submit"]').click()
  await expect(dialog).toBeHidden()
}

async function logsIn(browser: Browser, name: string): Promise<Page> {
  const page = await visitor(browser)
  await logIn(page, 'PROD', { name, password })
  await expect(page).toBeOnPath('/account')
  return page
}

/** Adds an app to a player, in another browser than the one that is refused. */
async function withApp(browser: Browser, name: string) {
  const page = await logsIn(browser, name)
  await goInside(page, `${portalOf('SHOWCASE')}/account/security`)
  return addApp(page)
}

test('AT-CON2-36 A support agent solves ten cases, each from a player’s code to the end', async ({
  browser,
  mailbox,
}) => {
  const { steam } = freshAccounts()
  const named = await seed(steam)
  const sam = await signedInStaff(browser, 'Sam Support', `${consoleAddress}/showcase/support`)

  await test.step('unconfirmed: a right password is not called wrong', async () => {
    const page = await visitor(browser)
    await refuseTwice(page, emailOf(named.unconfirmed))
    await explain(sam, await supportCode(page), 'The address of the account is not confirmed yet.')
    await expect(sam.getByRole('main')).toContainText('not confirmed')
    // The log-in itself has mailed links.
    const before = await mailbox.list(emailOf(named.unconfirmed))
    await help(sam, 'Send a new confirmation link')
    const { links } = await mailbox.newest(emailOf(named.unconfirmed), before.length + 1)
    await page.goto(links.find((link) => link.includes('/confirm-email')) ?? '')
    await control(page, 'Confirm').click()
    await expect(page.getByText('Your email is confirmed. Log in and play.')).toBeVisible()
    await logsIn(browser, named.unconfirmed)
  })

  await test.step('banned', async () => {
    const page = await visitor(browser)
    await refuseTwice(page, named.banned)
    await explain(sam, await supportCode(page), 'The account is banned.')
    await help(sam, 'Unban')
    await logsIn(browser, named.banned)
  })

  await test.step('frozen', async () => {
    const before = await mailbox.list(emailOf(named.frozen))
    const page = await visitor(browser)
    await refuseTwice(page, named.frozen)
    await explain(sam, await supportCode(page), /^The account is frozen/)
    await help(sam, 'Send a link for a new password')
    await mailbox.about(/frozen/i, emailOf(named.frozen), before)
  })

  await test.step('wrong capitals', async () => {
    const page = await visitor(browser)
    await refuseTwice(page, named.capitals, 'wELCOME2gATEHOUSE')
    await control(page, 'Get a support code').dispatchEvent('click', {
      bubbles: true,
      modifierCapsLock: true,
    })
    const shown = page.getByRole('region', { name: 'Your support code' }).getByRole('code')
    await explain(sam, (await shown.textContent()) ?? '', /Caps Lock was on/)
    await expect(sam.getByRole('main')).toContainText('turns Caps Lock off')
    await logsIn(browser, named.capitals)
  })

  await test.step('second factor lost', async () => {
    const { codes } = await withApp(browser, named.factor)
    const page = await visitor(browser)
    await logIn(page, 'PROD', { name: named.factor, password })
    await typeCodes(page, 2)
    await explain(sam, await supportCode(page), /^The code of the authenticator app is wrong/)
    await expect(sam.getByText(/Second steps: authenticator app, recovery codes/)).toBeVisible()
    await expect(sam.getByText(/one of your recovery codes helps/)).toBeVisible()
    await control(page, 'Use a recovery code').click()
    await field(page, 'Recovery code').fill(codes[0] ?? '')
    await control(page, 'Confirm').click()
    await expect(page).toBeOnPath('/account')
  })

  await test.step('too many attempts', async () => {
    const { key } = await withApp(browser, named.attempts)
    const page = await visitor(browser)
    await logIn(page, 'PROD', { name: named.attempts, password })
    await typeCodes(page, 5)
    const code = await supportCode(page)
    await codeField(page).fill('000009')
    await expect(page).toBeOnPath('/login')
    await expect(page.getByText('These were too many wrong tries.')).toBeVisible()
    await explain(sam, code, /^The code of the authenticator app is wrong/)
    await logIn(page, 'PROD', { name: named.attempts, password })
    await codeField(page).fill(codeOf(key, 1))
    await expect(page).toBeOnPath('/account')
  })

  await test.step('bounced mail', () => solveBounced(browser, sam, mailbox, named.bounced))

  await test.step('linked elsewhere', async () => {
    const page = await logsIn(browser, named.linked)
    await beAtStandIns(page.context(), steam)
    await goInside(page, `${portalOf('SHOWCASE')}/account/link-account`)
    const service = page.getByRole('listitem', { name: 'Steam', exact: true })
    await service.getByRole('button', { name: /^Link/ }).click()
    // The player needs no support: the way out stands where the refusal is.
    await expect(
      page.getByRole('heading', { name: 'Already linked to another account' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: /^Move it to/ })).toBeVisible()
  })

  await test.step('deleted', async () => {
    await command('players', 'erase', named.deleted)
    const page = await visitor(browser)
    await refuseTwice(page, named.deleted)
    await explain(sam, await supportCode(page), /^No account here has the name/)
    await expect(sam.getByText(/A deletion leaves no name/)).toBeVisible()
  })

  await test.step('a code of another deployment', async () => {
    const page = await visitor(browser)
    await refuseTwice(page, named.elsewhere, 'Wrong1Password')
    const code = await supportCode(page)
    await sam.goto(`${consoleAddress}/prod/support`)
    await sam.getByLabel('Code', { exact: true }).fill(code)
    await sam.getByRole('button', { name: 'Explain' }).click()
    await sam.getByRole('link', { name: 'Open it in SHOWCASE' }).click()
    await expect(sam).toHaveURL(/\/showcase\/support/)
    await expect(sam.getByRole('link', { name: named.elsewhere })).toBeVisible()
    await help(sam, 'Send a link for a new password')
    await mailbox.newest(emailOf(named.elsewhere))
  })
})

const codeField = (page: Page) => field(page, 'Code from your authenticator app')

/** Wrong codes at the second step; the sixth digit sends each. */
async function typeCodes(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const answered = page.waitForResponse('**/log/second-step')
    await codeField(page).fill(`00000${at}`)
    await answered
    await expect(codeField(page)).toHaveError('This code is not right.')
  }
}

/** Refuses the mails to one address; to none for ''. */
async function refuseMailsTo(rcpt550Of: string): Promise<void> {
  await fetch(`${standInAddress}/__standin/mailbox/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rcpt550Of }),
  })
}

/** The mailbox of a player is full; the mail that support sends once it is emptied comes. */
async function solveBounced(browser: Browser, sam: Page, mailbox: Mailbox, name: string) {
  await refuseMailsTo(emailOf(name))
  try {
    await command('players', 'send-recovery', name)
    await expect.poll(() => command('players', 'show', name)).toMatch(/refusesMailSince\s+\d{4}-/)
    const page = await visitor(browser)
    await refuseTwice(page, name, 'Forgotten1Password')
    await explain(sam, await supportCode(page), /The mailbox of the account has refused/)
    await expect(sam.getByText('address blocked')).toBeVisible()
  } finally {
    await refuseMailsTo('')
  }
  await help(sam, 'Send a link for a new password')
  await mailbox.newest(emailOf(name))
}
