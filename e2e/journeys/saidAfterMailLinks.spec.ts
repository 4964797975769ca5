import { portalOf } from '../fixtures/running-product/addresses.ts'
import { ok } from '../fixtures/stubbed-api/answers.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { test } from '../fixtures/test.ts'

/*
 * What the link of a mail did is said on the screen that follows, also where a new page takes the place of
 * the one that the link opened: that one never lets a captcha of others in.
 */

const providers = ['recaptcha', 'turnstile', 'altcha'] as const

for (const CaptchaProvider of providers) {
  const pages = CaptchaProvider === 'altcha' ? 1 : 2
  test(`The log-in says that the address is confirmed, and knows the player · ${CaptchaProvider}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD', { EnableCaptcha: true, CaptchaProvider })
    stubbedApi.stub('POST email/confirm', ok({ Username: 'PlayerOne' }))
    const loaded: string[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) loaded.push(new URL(response.url()).pathname)
    })
    await page.goto('/confirm-email?uid=U')
    await expect(page.getByText('Your email is confirmed. Log in and play.')).toBeVisible()
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
    expect(loaded).toEqual(['/confirm-email', '/login'].slice(0, pages))
    // Said once: a later visit shows none of it.
    await page.reload()
    await expect(field(page, 'Username or email')).toHaveValue('')
    await expect(page.getByText('Your email is confirmed.')).toHaveCount(0)
  })

  test(`The log-in says that the password is changed · ${CaptchaProvider}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD', { EnableCaptcha: true, CaptchaProvider })
    stubbedApi.stub('POST password/password-recovery-validation', ok({}))
    await page.goto('/password-recovery/reset?token=T')
    await field(page, 'New password').fill('Another9Battery')
    await field(page, 'Confirm password').fill('Another9Battery')
    await control(page, 'Confirm').click()
    await expect(page).toBeOnPath('/login')
    await expect(page.getByRole('status')).toHaveText(
      'Your password is changed. Log in with the new one.',
    )
  })
}

test('What was undone, and what comes next, is still said after a reload', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET email/update-email-recovery', ok({ Email: 'p*****r@example.com' }))
  await page.goto('/account/update-email/recovery?uid=U')
  const said = page.getByRole('status')
  await expect(said).toContainText('Your address is p*****r@example.com again.')
  await page.reload()
  await expect(said).toContainText('Your address is p*****r@example.com again.')
  await expect(said).toContainText('your password no longer works')
  await expect(control(page, 'Choose a new password')).toBeVisible()
})

test('Where answers leave the name out, the step of the password shows what was typed', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST log/identify', ok({ AuthType: 1, Username: '', AvatarUrl: '' }))
  await page.goto('/login')
  await field(page, 'Username or email').fill('player@example.com')
  await control(page, 'Next').click()
  await expect(page.getByRole('main')).toContainText('player@example.com')
  await expect(field(page, 'Password')).toHaveAccessibleDescription('player@example.com')
})

test('A player registers, confirms and logs in by the email address · SHOWCASE', async ({
  page,
  mailbox,
}) => {
  const portal = portalOf('SHOWCASE')
  await page.clock.install()
  await page.goto(`${portal}/register`)
  const registration = registrationOf(freshName())
  const { username, email, password } = registration
  await fillRegistration(page, 'PROD', registration)
  await sendRegistration(page)
  const { links } = await mailbox.newest(email)
  await page.goto(links.find((one) => one.includes('/confirm-email')) ?? '')
  await control(page, 'Confirm').click()
  await expect(page.getByText('Your email is confirmed. Log in and play.')).toBeVisible()
  await expect(field(page, 'Username or email')).toHaveValue(username)
  await field(page, 'Username or email').fill(email)
  await control(page, 'Next').click()
  await expect(field(page, 'Password')).toHaveAccessibleDescription(email)
  await field(page, 'Password').fill(password)
  await control(page, 'Connect').click()
  await expect(page).toHaveURL(`${portal}/account`)
})
