import { mailboxAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field, submit } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * From the registration into the account, where the specification does not decide: the real portal,
 * API, database and mail.
 */

test('A new player confirms in the browser that registered and is in; opened again and elsewhere, the link says that it is confirmed · SHOWCASE', async ({
  page,
  browser,
  mailbox,
}) => {
  const portal = portalOf('SHOWCASE')
  const registration = registrationOf(freshName())
  const { username, email } = registration
  await page.clock.install()
  await page.goto(`${portal}/register`)
  await fillRegistration(page, 'PROD', registration)
  await sendRegistration(page)
  await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()

  const { id } = await mailbox.newest(email)
  const tab = await page.context().newPage()
  await tab.goto(`${mailboxAddress}/${id}`)
  await tab.getByRole('listitem').getByRole('link').first().click()
  await expect(control(tab, 'Confirm')).toBeVisible()
  const link = tab.url()
  await control(tab, 'Confirm').click()
  await expect(tab).toHaveURL(`${portal}/account/welcome`)
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(username)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed.')
  await tab.reload()
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(username)
  await control(tab, 'Go to my account').click()
  await expect(tab).toHaveURL(`${portal}/account`)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(link)
  await control(other, 'Confirm').click()
  await expect(other.getByText('This address is confirmed already. Log in.')).toBeVisible()
  await expect(field(other, 'Username or email')).toHaveValue(username)
  await elsewhere.close()
})

test(
  'A player who logs in before confirming reads what to do and gets another mail · SHOWCASE',
  atNight(),
  async ({ page, mailbox }) => {
    const portal = portalOf('SHOWCASE')
    const registration = registrationOf(freshName())
    const { username, password, email } = registration
    await page.clock.install()
    await page.goto(`${portal}/register`)
    await fillRegistration(page, 'PROD', registration)
    await sendRegistration(page)
    await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
    await mailbox.newest(email)
    await control(page, 'Log in').click()
    await field(page, 'Username or email').fill(username)
    await submit(page).click()
    await field(page, 'Password').fill(password)
    await control(page, 'Log in').click()
    await expect(page.getByText('Check your password, or confirm your email first.')).toBeVisible()
    await mailbox.newest(email, 2)
  },
)
