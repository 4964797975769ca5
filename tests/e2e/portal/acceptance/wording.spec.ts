import { refused, ok } from '../../fixtures/stubbed-api/answers.ts'
import { connects, identification } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* The specification fixes labels; beyond it a thing has one form: Log in, Log out, Change. */

const beyond = { EnableSecuritySection: true } as const
const studio = { RegisterStudioName: 'Orangery Games' } as const

test('The log-in has one full button, and the partner stands below it, outlined', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', { ...beyond, ...studio })
  // As a deployment answers that hides which accounts exist: the partner is named for every name.
  const anybody = { ...identification, AuthPartner: 'Relic', Username: '', Email: '' }
  stubbedApi.stub('POST log/identify', ok(anybody))
  await page.goto('/login')
  await expect(page).toHaveTitle('Log in - Orangery Games')
  await toPasswordStep(page, 'PROD', 'nobody@example.com')
  await expect(control(page, 'Log in')).toHaveAttribute('data-look', 'primary')
  const partner = control(page, 'Log in with your Relic account')
  await expect(partner).toHaveAttribute('data-look', 'secondary')
  await expect(page.locator('main [data-look=primary]')).toHaveCount(1)
  await expect(page.getByText('Is it a Relic account? You log in at Relic')).toBeVisible()
  await expect(control(page, 'Not you?')).toBeVisible()
})

test('A partner’s own player has the partner as the full button', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD', beyond)
  stubbedApi.stub('POST log/identify', ok({ ...identification, AuthType: 2, AuthPartner: 'Relic' }))
  await page.goto('/login')
  await toPasswordStep(page, 'PROD')
  const partner = control(page, 'Log in with your Relic account')
  await expect(partner).toHaveAttribute('data-look', 'primary')
})

test('The account says Log out and Change, and each button names what it changes', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ...beyond, ...studio })
  await signIn()
  await page.goto('/account')
  await expect(page).toHaveTitle('My information - Orangery Games')
  await expect(control(page, 'Log out')).toBeVisible()
  await expect(page.getByText('Member since May 2021')).toBeVisible()
  const ways = [
    ['Username', 'Change username'],
    ['Email', 'Change email'],
    ['Password', 'Change password'],
  ] as const
  for (const [row, name] of ways) {
    const way = control(page.getByRole('region', { name: row, exact: true }), name)
    await expect(way).toHaveText('Change')
  }
  await control(page, 'Change email').click()
  await expect(page).toHaveTitle('Change email - Orangery Games')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your email')
})

test('A button of a connection names its service, and an age under a minute is just now', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', beyond)
  await signIn()
  const justNow = new Date().toISOString()
  const synced = connects.map((connect) => ({ ...connect, LastCheck: justNow }))
  stubbedApi.stub('GET profile/connects', ok(synced))
  await page.goto('/account/link-account')
  await expect(control(page, 'Unlink Steam')).toHaveText('Unlink')
  await expect(control(page, 'Link Twitch')).toHaveText('Link')
  const row = page.getByRole('listitem', { name: 'Steam' })
  await expect(row.locator('time')).toHaveText('Synced just now')
})

test('An empty form says one sentence, and a refusal of an empty address too', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', beyond)
  await signIn()
  await page.goto('/account/update-email')
  await submit(page).click()
  await expect(field(page, 'New email')).toHaveError('Type your email address.')
  await expect(field(page, 'Confirm email')).not.toHaveAttribute('aria-invalid')
  await page.goto('/confirm-email/send')
  stubbedApi.stub('POST email/send-confirmation-email', refused(['Email', 'ERROR_EMAIL_EMPTY']))
  await submit(page).click()
  await expect(field(page, 'Email')).toHaveError('Type your email address.')
})
