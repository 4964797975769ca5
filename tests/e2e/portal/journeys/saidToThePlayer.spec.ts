import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { fillRegistration, sendRegistration } from '../../fixtures/steps/registration.ts'
import { toReasonStep } from '../../fixtures/steps/deletion.ts'
import { toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

test('A lost password: the page names the address and lets it be corrected · PROD', async ({
  page,
  stubbedApi,
}) => {
  await page.clock.install()
  await stubbedApi.in('PROD')
  await page.goto('/password-recovery')
  await field(page, 'Email').fill('wrong@example.com')
  await control(page, 'Send').click()
  await expect(page).toBeOnPath('/password-recovery/sent')
  await expect(page.getByText('We sent it to wrong@example.com.')).toBeVisible()
  await page.clock.fastForward('10:00')
  expect(stubbedApi.sent('POST password/password-recovery')).toHaveLength(1)

  stubbedApi.stub('POST password/password-recovery', refused('ERROR_TOO_MANY_ATTEMPTS'))
  await control(page, 'Send it again').click()
  await expect(page.getByRole('alert')).toContainText('Too many attempts')
  await control(page, 'Wrong address? Correct it').click()
  await expect(field(page, 'Email')).toHaveValue('wrong@example.com')
  stubbedApi.stub('POST password/password-recovery', ok())
  await field(page, 'Email').fill('right@example.com')
  await control(page, 'Send').click()
  await expect(page.getByText('We sent it to right@example.com.')).toBeVisible()
})

test('A lost password: the address of a registration is offered until a player was in the tab', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/password-recovery')
  for (const player of [null, 42]) {
    await page.evaluate((id) => {
      const mail = { address: 'typed@example.com', sentAt: 0, repeats: 0 }
      sessionStorage.setItem('sso.mail.confirmation', JSON.stringify(mail))
      sessionStorage.setItem('sso.player', JSON.stringify(id))
    }, player)
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue(player === null ? 'typed@example.com' : '')
  }
})

test('A new address: its page names it, sends again and lets it be corrected · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await page.clock.install()
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account/update-email')
  await field(page, 'New email').fill('wrong@example.com')
  await field(page, 'Confirm email').fill('wrong@example.com')
  await control(page, 'Confirm').click()
  await expect(page.getByText('We sent it to wrong@example.com')).toBeVisible()
  await page.clock.fastForward('01:05')
  await control(page, 'Send it again').click()
  await expect(stubbedApi).toHaveSent('POST profile/user/42/update-email', 2)
  await control(page, 'Wrong address? Correct it').click()
  await expect(field(page, 'New email')).toHaveValue('wrong@example.com')
})

test('A form that is sent too fast counts down and names what is empty · TWO-POINT-STUDIOS', async ({
  page,
  stubbedApi,
}) => {
  await page.clock.install()
  await stubbedApi.in('TWO-POINT-STUDIOS')
  await page.goto('/register')
  await submit(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(
    'Sorry, you are too fast for us! Please retry in a few seconds.',
  )
  await expect(page.getByRole('timer')).toHaveText(/^\d+ s to go\.$/)
  await expect(field(page, 'Username')).toHaveError('between 2 and 25 characters')
  await expect(field(page, 'Email')).toHaveError('The email should not be empty.')
  await expect(field(page, 'Date of birth')).toHaveError('Invalid date value')
  for (const name of ['Firstname', 'Lastname', 'Password', 'Privacy Policy', 'Terms', 'Conduct']) {
    await expect(page.getByLabel(name).first()).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field(page, 'Confirm password')).toHaveError('match')
  await expect(field(page, 'Confirm email')).toHaveError('match')
  await page.clock.fastForward('00:20')
  await expect(page.getByRole('timer')).toHaveText('You can send it now.')
  expect(stubbedApi.sent('POST **')).toEqual([])
})

test('A new password and a new name are said in a status · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account/reset-password')
  await field(page, 'New password').fill('Castle4Kites')
  await field(page, 'Confirm password').fill('Castle4Kites')
  await control(page, 'Confirm').click()
  await expect(page).toBeOnPath('/account')
  await expect(page.getByRole('status')).toHaveText('Your password is changed.')
  await page.getByRole('region', { name: 'Username' }).getByRole('link').click()
  await field(page, 'New username').fill('Captain7')
  await control(page, 'Confirm').click()
  await expect(page).toBeOnPath('/account')
  await expect(page.getByRole('status')).toHaveText('You are Captain7 now.')
})

test('A linked account is said in a status · PROD', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/epic-games/callback?code=C1')
  await expect(page).toBeOnPath('/account/link-account')
  await expect(page.getByRole('status')).toHaveText('Your Epic Games account is linked.')
})

test('A disabled Update says why, and where the address is changed · RELIC', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  const address = 'https://www.relic.test/account'
  await stubbedApi.in('RELIC', { PartnerAccountUrl: address })
  await signIn()
  await page.goto('/account')
  const email = page.getByRole('region', { name: 'Email' })
  const link = email.getByRole('link', { name: /^Open your .+ account$/ })
  await expect(link).toHaveAttribute('href', address)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener')
  await expect(control(email, 'Update')).toBeDisabled()
  await expect(control(email, 'Update')).toHaveAccessibleDescription(
    /^Your email lives in your .+ account\. Change it there/,
  )
})

test('The survey asks for Steam before its first question, and only a player without it · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/survey/qualification')
  await expect(page.getByText('Step 1 of 10')).toBeVisible()
  await expect(page.getByText('You need a linked Steam account')).toHaveCount(0)
  stubbedApi.stub('GET profile/connects', connectsWith({}))
  await page.reload()
  await expect(page.getByText('You need a linked Steam account')).toBeVisible()
  const visit = page.waitForRequest((request) => request.url().includes('/steam/link'))
  await control(page, 'Link Steam now').click()
  const { searchParams } = new URL((await visit).url())
  expect(searchParams.get('redirectUrl')).toMatch(/\/survey\/qualification$/)
})

test('Each step of a deletion can be cancelled · PROD', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD')
  await signIn()
  await toReasonStep(page)
  await control(page, 'Cancel').click()
  await expect(field(page, 'Password')).toHaveValue('')
  await control(page, 'Cancel').click()
  await expect(page).toBeOnPath('/account')
  expect(stubbedApi.sent('POST deletion/**')).toEqual([])
})

test('Every form with a password names its account to a password manager · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/login')
  await toPasswordStep(page, 'PROD')
  const names = page.locator('form:has(input[type=password]) input[autocomplete=username]')
  await expect(names).toHaveValue('PlayerOne')
  await expect(names).toHaveAttribute('type', 'text')
  await signIn()
  for (const path of ['/account/reset-password', '/account/deletion-request']) {
    await page.goto(path)
    await expect(names).toHaveValue('PlayerOne')
    await expect(names).toHaveAttribute('type', 'text')
    await names.evaluate((input) => input.focus())
    await page.keyboard.press('Tab')
    await expect(names).not.toBeFocused()
  }
})

test('A new password knows what the server refuses · PROD', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/register')
  const password = field(page, 'Password')
  await expect(password).toHaveAttribute('passwordrules', /minlength: 8; maxlength: 50;/)
  const rule = page.getByRole('listitem').filter({ hasText: 'Hard to guess' })
  await password.fill('password1')
  await expect(rule).toHaveAttribute('data-met', 'false')
  await password.fill('Castle-4-Kites-in-the-wind')
  await expect(rule).toHaveAttribute('data-met', 'true')
  await field(page, 'Email').fill('montgolfier@example.com')
  await password.fill('Montgolfier99')
  await expect(rule).toHaveAttribute('data-met', 'false')
})

test('Name and address are checked when they are left, and what is required says so · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/register')
  const [username, email] = [field(page, 'Username'), field(page, 'Email')]
  for (const required of [username, email, field(page, 'Password'), field(page, 'Confirm email')]) {
    await expect(required).toHaveAttribute('aria-required', 'true')
  }
  await expect(field(page, "Referrer's username")).not.toHaveAttribute('aria-required')
  await username.fill('a b')
  await email.fill('nowhere')
  await field(page, 'Confirm email').focus()
  await expect(username).toHaveError('The username must contain letters and numbers only.')
  await expect(email).toHaveError('email')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('somewhere@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid')
  expect(stubbedApi.sent('POST **')).toEqual([])
})

test('A visitor who registered with a wrong address comes back to a filled form · PROD', async ({
  page,
  stubbedApi,
}) => {
  await page.clock.install()
  await stubbedApi.in('PROD')
  await page.goto('/register')
  await fillRegistration(page, 'PROD')
  await sendRegistration(page)
  await expect(page).toBeOnPath('/register/confirm')
  await control(page, 'Wrong address? Register again with the right one').click()
  await expect(field(page, 'Username')).toHaveValue('QaPlayer')
  await expect(field(page, 'Email')).toHaveValue('qaplayer@example.com')
  await expect(field(page, 'Password')).toHaveValue('')
})

test('A dead link asks for the address; where calls beyond the specification are on, once the server no longer knows it · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST email/confirm', refused('ERROR_EMAIL_RECOVERY_EXPIRED'))
  await page.goto('/confirm-email?uid=UID-0')
  await control(page, 'Send a new link').click()
  await expect(field(page, 'Email')).toBeVisible()

  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  stubbedApi.stub('POST email/renew-confirmation', refused('ERROR_EMAIL_RECOVERY_NOTEXISTS'))
  await page.goto('/confirm-email?uid=UID-1')
  await control(page, 'Send a new link').click()
  await expect(page.getByText('We send it where the old one went.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(field(page, 'Email')).toBeVisible()
  expect(stubbedApi.sent('POST email/renew-confirmation').map(({ body }) => body)).toEqual([
    { Uid: 'UID-1' },
  ])
})

test('A form that is sent empty names every empty field at once, and nothing is sent · TWO-POINT-STUDIOS', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('TWO-POINT-STUDIOS')
  await page.goto('/password-recovery')
  await submit(page).click()
  await expect(field(page, 'Email')).toHaveError('The email should not be empty.')
  await expect(field(page, 'Email')).toBeFocused()
  await signIn()
  const forms = [
    ['/account/reset-password', ['Old password', 'New password', 'Confirm password']],
    ['/account/update-email', ['New email', 'Confirm email']],
    ['/account/update-username', ['New username']],
    ['/account/deletion-request', ['Password']],
  ] as const
  for (const [path, names] of forms) {
    await page.goto(path)
    await submit(page).click()
    for (const name of names) {
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(field(page, names[0])).toBeFocused()
  }
  expect(stubbedApi.sent('POST **')).toEqual([])
})
