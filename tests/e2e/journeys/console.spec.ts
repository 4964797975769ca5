import type { Browser, Page } from '@playwright/test'
import { copyFile, writeFile } from 'node:fs/promises'
import { consoleAddress, portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import {
  askDatabase,
  hasTwoNodes,
  killNode,
  sampleStaff,
  staffFile,
  switchDatabase,
} from '../fixtures/running-product/twoNodes.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { logIn, toPasswordStep } from '../fixtures/steps/logIn.ts'
import { newPlayer, sendForm } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * Staff at work: the console of the running product, with the identity provider of the stand-ins. In
 * the nightly run two servers take the requests in turn: no two steps of a person meet the same one.
 */

test.use({ bypassCSP: false })
// One test breaks things that the others need.
test.describe.configure({ mode: 'default' })

/** A browser of a person of the staff who has signed in, at this path. */
async function signedIn(browser: Browser, person: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${consoleAddress}${path}`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: person }).click()
  await expect(page).toHaveURL(`${consoleAddress}${path}`)
  return page
}

test('AT-CON2-02 AT-CON2-27 AT-CON2-29 Support finds a player, bans and unbans, and the player is out and in again', async ({
  browser,
  page,
  mailbox,
}) => {
  const { username, password } = await newPlayer(page, 'PROD', mailbox)
  const sam = await signedIn(browser, 'Sam Support', `/prod/players?q=${username}`)
  await sam.getByRole('link', { name: username, exact: true }).click()
  await expect(sam.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect(sam.getByText(/^.••••/).first()).toBeVisible()

  await sam.getByRole('button', { name: 'Ban…', exact: true }).click()
  const dialog = sam.getByRole('dialog')
  await dialog.getByRole('button', { name: '7 days' }).click()
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')
  await dialog.getByRole('button', { name: `Ban ${username}` }).click()
  await expect(sam.getByText(/is banned until/).first()).toBeVisible()
  await page.goto(`${portalOf('PROD')}/login`)
  await toPasswordStep(page, 'PROD', username)
  await expect(page.getByText(/banned/i).first()).toBeVisible()

  await sam.getByRole('button', { name: 'Unban…', exact: true }).click()
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4712')
  await dialog.getByRole('button', { name: `Unban ${username}` }).click()
  await expect(sam.getByText(/no longer banned/).first()).toBeVisible()
  await page.goto(`${portalOf('PROD')}/login`)
  await logIn(page, 'PROD', { name: username, password })
  await expect(page).not.toHaveURL(/login/)
})

test('AT-CON2-13 AT-CON2-14 An erasure waits for a second person, who sees what it does', async ({
  browser,
  page,
  mailbox,
}) => {
  const { username } = await newPlayer(page, 'PROD', mailbox)
  const pia = await signedIn(browser, 'Pia Privacy', `/prod/players?q=${username}`)
  await pia.getByRole('link', { name: username, exact: true }).click()
  await pia.getByText('More actions').click()
  await pia.getByRole('button', { name: 'Erase…' }).click()
  const dialog = pia.getByRole('dialog')
  await dialog.getByLabel(/Type/).fill(username)
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4801')
  await dialog.getByRole('button', { name: `Ask for the erasure of ${username}` }).click()
  await pia.getByRole('link', { name: 'See the request' }).click()
  await expect(pia.getByRole('button', { name: 'Withdraw…' })).toBeVisible()
  await expect(pia.getByRole('button', { name: 'Approve…' })).toHaveCount(0)

  const paul = await signedIn(browser, 'Paul Privacy', '/prod/approvals')
  await paul.getByRole('link', { name: `Erase ${username}` }).click()
  await expect(paul.getByText(new RegExp(`${username} \\(id=`))).toBeVisible()
  await paul.getByRole('button', { name: 'Approve…' }).click()
  await paul.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('seen, ticket 4801')
  await paul
    .getByRole('dialog')
    .getByRole('button', { name: `Approve the erasure of ${username}` })
    .click()
  // The bar has the name too, from the beginning.
  await expect(paul.getByRole('main').getByText('Paul Privacy,').first()).toBeVisible()
  await pia.goto(`${consoleAddress}/prod/players?q=${username}`)
  await expect(pia.getByText('No player found')).toBeVisible()
})

test('From Start a call is one field away, and a request finds the second person and comes back as a file', async ({
  browser,
  page,
  mailbox,
}) => {
  const { username, email } = await newPlayer(page, 'PROD', mailbox)
  const sam = await signedIn(browser, 'Sam Support', '/')
  await expect(sam.getByRole('searchbox')).toBeFocused()
  await sam.keyboard.type(email)
  await sam.keyboard.press('Enter')
  await expect(sam.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect(sam).toHaveURL(/\/prod\/players\/\d+$/)
  await sam.goto(consoleAddress)
  await expect(sam.getByRole('link', { name: 'RELIC' })).toBeVisible()
  await expect(sam.getByRole('link', { name: 'TWO-POINT-STUDIOS' })).toHaveCount(0)

  const pia = await signedIn(browser, 'Pia Privacy', '/')
  await pia.getByRole('searchbox').fill(username)
  await pia.keyboard.press('Enter')
  await pia.getByText('More actions').click()
  await pia.getByRole('button', { name: 'Export data…' }).click()
  await pia.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('ticket 4802')
  await pia.getByRole('button', { name: `Ask for the export of ${username}` }).click()
  await expect(pia.getByRole('link', { name: 'See the request' })).toBeVisible()
  await pia.goto(consoleAddress)
  const own = pia.getByRole('listitem').filter({ hasText: `the export of ${username}` })
  await expect(own).toContainText('You asked for')

  const paul = await signedIn(browser, 'Paul Privacy', '/')
  const asked = paul.getByRole('listitem').filter({ hasText: `the export of ${username}` })
  await expect(asked).toContainText('PROD')
  await expect(asked).toContainText('Pia Privacy')
  await asked.getByRole('link').click()
  await paul.getByRole('button', { name: 'Approve…' }).click()
  await paul.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('seen, ticket 4802')
  await paul.getByRole('button', { name: `Approve the export of ${username}` }).click()
  await expect(paul.getByRole('dialog')).toBeHidden()
  await pia.goto(consoleAddress)
  await expect(own).toContainText('Your file is ready')
})

test('A form that Sam has filled is nobody’s order once Ada has signed in beside it, and Sam’s once he is back', async ({
  browser,
  page,
  mailbox,
}) => {
  const { username } = await newPlayer(page, 'PROD', mailbox)
  const sam = await signedIn(browser, 'Sam Support', `/prod/players?q=${username}`)
  // A tab that sleeps hears nothing of the others.
  await sam.addInitScript(() => {
    class Silent extends EventTarget {
      postMessage() {}
      close() {}
    }
    Object.assign(globalThis, { BroadcastChannel: Silent })
  })
  await sam.reload()
  await sam.getByRole('link', { name: username, exact: true }).click()
  await sam.getByRole('button', { name: 'Ban…', exact: true }).click()
  const dialog = sam.getByRole('dialog', { name: `Ban ${username}` })
  await dialog.getByRole('button', { name: '7 days' }).click()
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 4711')

  const other = await sam.context().newPage()
  const signInBeside = async (person: string) => {
    await other.goto(`${consoleAddress}/sign-in`)
    await other.getByRole('button', { name: person }).click()
    await expect(other.getByText(`Hello, ${person}`)).toBeVisible()
  }
  await signInBeside('Ada Operator')
  // The page may have noticed by itself, and covers the form then: a press that gets through orders
  // nothing either.
  await dialog.getByRole('button', { name: `Ban ${username}` }).dispatchEvent('click')
  const another = sam.getByRole('dialog', { name: 'Another person has signed in' })
  await expect(another).toContainText('Ada Operator is now signed in in this browser')
  await other.goto(`${consoleAddress}/prod/players?q=${username}`)
  await other.getByRole('link', { name: username, exact: true }).click()
  await expect(other.getByRole('button', { name: 'Ban…', exact: true })).toBeVisible()
  await expect(other.getByText(/banned until/)).toHaveCount(0)

  await signInBeside('Sam Support')
  await expect(another).toBeHidden()
  await expect(sam.getByText(/is banned until/).first()).toBeVisible()
  await sam.getByRole('link', { name: 'Timeline' }).click()
  await expect(sam.getByRole('row', { name: new RegExp(`Ban ${username}`) })).toContainText(
    'Sam Support',
  )
})

test('AT-CON2-36 Support answers ‘I cannot log in’ from a support code, without seeing a secret', async ({
  browser,
  page,
}) => {
  await page.goto(`${portalOf('SHOWCASE')}/login`)
  await logIn(page, 'PROD', { password: 'Wrong1Password' })
  await expect(page.getByText('Check your password')).toBeVisible()
  // A code is offered from the second refusal on.
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await control(page, 'Get a support code').click()
  const shown = page.getByRole('region', { name: 'Your support code' })
  const [code = ''] =
    /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}/.exec((await shown.textContent()) ?? '') ?? []
  // No deployment is chosen: the code says where it is from.
  const sam = await signedIn(browser, 'Sam Support', '/')
  await sam.getByRole('searchbox').fill(code.toLowerCase())
  await sam.keyboard.press('Enter')
  await expect(sam).toHaveURL(/\/showcase\/support\?code=/)
  await expect(sam.getByRole('heading', { name: 'What the player saw' })).toBeVisible()
  await sam.getByText('More about the request').click()
  await expect(sam.getByText('/login').first()).toBeVisible()
  await expect(sam.getByRole('main')).not.toContainText('Wrong1Password')
})

test('AT-CON2-55 Launch day shows a registration within seconds, and on two servers its last values while the database is away', async ({
  browser,
  page,
  mailbox,
}) => {
  const ada = await signedIn(browser, 'Ada Operator', '/prod/launch')
  const card = ada.locator('.figure').filter({
    has: ada.getByRole('heading', { name: 'Registrations', exact: true }),
  })
  await expect(card).toBeVisible()
  await card.getByText('As a table').click()
  const counted = async () => {
    const cells = await card.getByRole('table').getByRole('cell').allTextContents()
    return cells.reduce((sum, text) => sum + Number(text), 0)
  }
  const before = await counted()
  await newPlayer(page, 'PROD', mailbox)
  await expect.poll(counted).toBeGreaterThan(before)
  if (!hasTwoNodes) return

  const bars = card.locator('.columns rect')
  const shown = await bars.count()
  const notice = ada.getByRole('main').getByRole('alert')
  try {
    await switchDatabase(false)
    await expect(notice).toContainText(/You see the values of \d/)
    expect(await bars.count()).toBe(shown)
  } finally {
    await switchDatabase(true)
  }
  await expect(notice).toHaveCount(0)
  await ada.goto(`${consoleAddress}/house/health`)
  for (const name of ['one', 'two']) {
    const server = ada.getByRole('row').filter({ has: ada.getByRole('rowheader', { name }) })
    await expect(server).toContainText(/\d s ago/)
  }
})

test('AT-CON2-03 A person without a role gets no session', async ({ page }) => {
  await page.goto(`${consoleAddress}/sign-in`)
  await page.getByRole('button', { name: 'Nora' }).click()
  await expect(
    page.getByRole('heading', { name: 'You have no access to this console.' }),
  ).toBeVisible()
  expect((await page.context().cookies()).filter(({ name }) => name.includes('gh_staff'))).toEqual(
    [],
  )
})

test(
  'An auditor finds the entry of the audit log that was changed in the database by hand',
  {
    tag: '@nodes',
  },
  async ({ browser, page, mailbox }) => {
    const { username } = await newPlayer(page, 'PROD', mailbox)
    const sam = await signedIn(browser, 'Sam Support', `/prod/players?q=${username}`)
    await sam.getByRole('link', { name: username, exact: true }).click()
    await expect(sam.getByRole('heading', { level: 1, name: username })).toBeVisible()

    const aud = await signedIn(browser, 'Aud Auditor', '/prod/audit')
    await aud.getByRole('link', { name: 'Verify the chain' }).click()
    await aud.getByRole('button', { name: 'Show' }).click()
    await expect(aud.getByRole('table')).toContainText('prod')

    await askDatabase('drop function audit_log_only_grows cascade')
    const changed = await askDatabase(
      `update audit_log set why = 'ticket 1' where deployment = 'prod' and seq =
       (select max(seq) from audit_log where deployment = 'prod') returning seq`,
    )
    await aud.getByRole('button', { name: 'Show' }).click()
    await aud.reload()
    const sentence = `prod: broken at entry ${Number(changed).toLocaleString('en')}.`
    await expect(aud.getByRole('main')).toContainText(sentence)
  },
)

test(
  'Staff who are signed in go on, and players notice nothing, while the roles file, the identity provider and a server break in turn (AT-CON2-04)',
  atNight(),
  async ({ browser, page, mailbox }) => {
    const { username, password } = await newPlayer(page, 'PROD', mailbox)
    const ada = await signedIn(browser, 'Ada Operator', '/')
    const staffGoOn = async () => {
      await ada.goto(`${consoleAddress}/prod/audit`)
      await expect(ada.getByRole('table')).toBeVisible()
      await expect(ada.getByRole('alert')).toHaveCount(0)
    }
    const playersNoticeNothing = async () => {
      const visitor = await browser.newContext({ bypassCSP: true })
      const own = await visitor.newPage()
      await own.goto(`${portalOf('PROD')}/login`)
      await logIn(own, 'PROD', { name: username, password })
      await expect(own).toHaveURL(/\/account/)
      await expect(own.getByText(username).first()).toBeVisible()
      await visitor.close()
    }
    const startSays = (words: string | null) =>
      expect(async () => {
        await ada.goto(consoleAddress)
        const waiting = ada.getByRole('region', { name: 'Waiting' })
        await expect(waiting.getByRole('status')).toContainText('waiting')
        if (words !== null) await expect(waiting).toContainText(words)
        else
          await expect(waiting).not.toContainText(/(?:roles file|identity provider) needs a look/)
      }).toPass()
    const good = null
    await startSays(good)

    try {
      await writeFile(staffFile(), '{"groups": {')
      await startSays('the roles stay as they were')
      await staffGoOn()
      await playersNoticeNothing()
    } finally {
      await copyFile(sampleStaff, staffFile())
    }
    await startSays(good)

    try {
      await switchProvider(true)
      await startSays('Identity provider of staff is out of reach')
      await staffGoOn()
      await playersNoticeNothing()
    } finally {
      await switchProvider(false)
    }
    await startSays(good)

    if (!hasTwoNodes) return
    killNode('one')
    await startSays(good)
    await staffGoOn()
    await playersNoticeNothing()
    await signedIn(browser, 'Sue Support', '/prod/players')
  },
)

test('AT-CON2-46 Support sees mails that wait in its deployments alone, masked, and an operator has them sent', async ({
  browser,
  mailbox,
}) => {
  const ada = await signedIn(browser, 'Ada Operator', '/prod/outbox')
  const sam = await signedIn(browser, 'Sam Support', '/prod/outbox')
  await turn('mailbox', { down: true })
  let email
  try {
    email = (await sendForm('PROD')).email
    const masked = `${email[0]}••••${email.slice(email.indexOf('@') - 1)}`
    const row = sam.getByRole('row').filter({ hasText: masked }).filter({ hasText: 'delayed' })
    await expect(row.first()).toContainText('SMTP: 421')
    await expect(row.first()).toContainText('confirmation')
    await expect(sam.getByRole('main')).not.toContainText(email)
    await expect(sam.getByRole('main').getByRole('button', { name: /^(?!.*CSV)/ })).toHaveCount(0)
    await sam.goto(`${consoleAddress}/two-point-studios/outbox`)
    await expect(sam.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
  } finally {
    await turn('mailbox', { down: false })
  }
  await retryAll(ada, 'Retry all…')
  await mailbox.newest(email)
  await expect(ada.getByRole('row').filter({ hasText: 'delayed' })).toHaveCount(0)
  expect(await mailbox.list(email)).toHaveLength(1)
})

test('AT-CON2-45 A site that failed is listed with its error, and gets it when it is back', async ({
  browser,
  page,
  mailbox,
}) => {
  const ada = await signedIn(browser, 'Ada Operator', '/prod/deliveries')
  await turn('community', { rejectEvents: true })
  try {
    await newPlayer(page, 'PROD', mailbox)
    const row = ada.getByRole('row').filter({ hasText: 'account event' })
    await expect(row.first()).toContainText('status 500')
    await expect(row.first()).toContainText('community')
  } finally {
    await turn('community', { rejectEvents: false })
  }
  await retryAll(ada, 'Retry all failed…')
  // After five failures a site is left alone for half a minute.
  await expect(ada.getByText('Nothing has failed')).toBeVisible()
})

async function retryAll(ada: Page, button: string): Promise<void> {
  await ada.getByRole('button', { name: button }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('it is back')
  await dialog.getByRole('button', { name: /^Retry/ }).click()
  await expect(dialog).toBeHidden()
}

const switchProvider = (down: boolean) => turn('staff', { down })

/** Turns switches of a stand-in. */
async function turn(standIn: string, switches: object): Promise<void> {
  await fetch(`${standInAddress}/__standin/${standIn}/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
}
