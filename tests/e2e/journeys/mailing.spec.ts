import type { Page } from '@playwright/test'
import { axeViolations, bringAxe } from '../accessibility/axeViolations.ts'
import { consoleAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { signedInStaff } from '../fixtures/steps/signedInStaff.ts'
import { test } from '../fixtures/test.ts'

/* A brand manager writes to players: a mailing, and the words of a mail. */

test.use({ bypassCSP: false })

const two = `${consoleAddress}/two-point-studios`
const bea = 'bea@studio.example'

/** Gives the open dialog of a start its reason and the name of the deployment. */
async function start(page: Page, reason: string, at?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  if (at !== undefined) await dialog.getByLabel(/^At/).fill(at)
  await dialog.getByLabel('Reason', { exact: true }).fill(reason)
  const typed = dialog.getByLabel(/^This cannot be undone/)
  const words = (await typed.locator('xpath=ancestor::label').textContent()) ?? ''
  await typed.fill(/Type (.+) to go on/.exec(words)?.[1] ?? '')
  await dialog.getByRole('button', { name: /^Start mailing \d/ }).click()
  await expect(dialog).toBeHidden()
}

test('AT-CON2-40 A mailing is written, looked at, tested, started, watched and arrives; the next one is stopped before it begins', async ({
  browser,
  page,
  mailbox,
}) => {
  const player = await newPlayer(page, 'TWO-POINT-STUDIOS', mailbox)
  const credentials = { name: player.username, password: player.password }
  await logIn(page, 'TWO-POINT-STUDIOS', credentials)
  await expect(page).toBeOnPath('/account')
  await page.goto(`${portalOf('TWO-POINT-STUDIOS')}/account/newsletter`)
  const list = page.getByRole('listitem', { name: 'Platform news' })
  await control(list, 'Activate').click()
  await expect(control(list, 'Active')).toBeVisible()

  const subject = `The gates open ${player.username}`
  const staff = await signedInStaff(browser, 'Bea Brand', `${two}/mailings`)
  await staff.getByRole('link', { name: 'New mailing' }).click()
  await staff.getByLabel('List', { exact: true }).selectOption({ label: 'Platform news' })
  await staff.getByLabel('Subject', { exact: true }).fill(subject)
  await staff.getByLabel('Text', { exact: true }).fill('# On Friday\n\nIt begins **at last**.')
  const picture = staff.frameLocator('figure:has-text("Light") iframe[data-shown=true]')
  await expect(picture.getByRole('heading', { name: 'On Friday' })).toBeVisible()
  await expect(staff.getByText(/players? gets? it\./)).toBeVisible()
  await staff.getByRole('button', { name: 'Save draft' }).click()
  await expect(staff).toHaveURL(/mailing=\d+/)

  await staff.getByRole('button', { name: 'Send me a test' }).click()
  await mailbox.about(new RegExp(`^${subject}$`), bea)
  await bringAxe(staff)
  expect(await axeViolations(staff, 'all')).toEqual([])

  await staff.getByRole('button', { name: 'Start or schedule…' }).click()
  await start(staff, 'ticket 5200')
  await expect(staff.getByText('done', { exact: true })).toBeVisible()
  const mail = await mailbox.newest(player.email, 2)
  expect(mail).toMatchObject({ subject, text: expect.stringContaining('It begins at last.') })

  await staff.getByRole('link', { name: 'All mailings' }).click()
  await staff.getByRole('link', { name: 'New mailing' }).click()
  await staff.getByLabel('List', { exact: true }).selectOption({ label: 'Platform news' })
  await staff.getByLabel('Subject', { exact: true }).fill(`${subject}, again`)
  await staff.getByLabel('Text', { exact: true }).fill('Again.')
  await staff.getByRole('button', { name: 'Save draft' }).click()
  await staff.getByRole('button', { name: 'Start or schedule…' }).click()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  await start(staff, 'ticket 5201', tomorrow)
  await staff.getByRole('link', { name: 'All mailings' }).click()
  const row = staff.getByRole('row').filter({ hasText: `${subject}, again` })
  await expect(row).toContainText('scheduled')
  await row.getByRole('button', { name: /^Stop/ }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 5202')
  await dialog.getByRole('button', { name: /^Stop mailing \d/ }).click()
  await expect(row).toContainText('stopped')
})

test('The words of a mail are changed beside its picture, checked, and tested on their author', async ({
  browser,
  mailbox,
}) => {
  const staff = await signedInStaff(browser, 'Bea Brand', `${two}/brand?step=words`)
  await staff.getByRole('searchbox', { name: 'Words' }).fill('farewell.subject')
  await staff.getByRole('button', { name: /farewell\.subject/ }).click()
  const field = staff.getByRole('textbox', { name: 'English' })
  await field.fill('Good night')
  await expect(staff.getByText('{studio} is missing.')).toBeVisible()
  await field.fill('Good night from {studio}')
  const mail = staff.frameLocator('figure:has-text("A mail") iframe[data-shown=true]')
  await expect(mail.getByRole('heading', { name: /^Good night from/ })).toBeVisible()
  await bringAxe(staff)
  expect(await axeViolations(staff, 'all')).toEqual([])

  const before = await mailbox.list(bea)
  await staff.getByRole('button', { name: 'Test mail to me' }).click()
  await mailbox.about(/^Good night from/, bea, before)
})
