import { firstByDay } from '../../fixtures/environments.ts'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { pathOf, responsesOfNextPages } from '../../fixtures/traffic.ts'

// Which pages are loaded is what they look at.
test.use({ ownPage: true })

/*
 * The screen that follows reports the effect of a mail's link, also where a new page takes the
 * place of the one that the link opened: that one never lets a captcha of others in.
 */

const providers = ['recaptcha', 'turnstile', 'altcha'] as const

for (const CaptchaProvider of firstByDay(providers)) {
  const pages = CaptchaProvider === 'altcha' ? 1 : 2
  test(`The log-in says that the address is confirmed, and knows the player · ${CaptchaProvider}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD', { EnableCaptcha: true, CaptchaProvider })
    stubbedApi.stub('POST email/confirm', ok({ Username: 'PlayerOne' }))
    const responses = await responsesOfNextPages(page)
    await page.goto('/confirm-email?uid=U')
    await expect(page.getByText('Your email is confirmed. Log in and play.')).toBeVisible()
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
    const loaded = responses.filter((response) => response.request().isNavigationRequest())
    expect(loaded.map(pathOf)).toEqual(['/confirm-email', '/login'].slice(0, pages))
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

test('The undone change and the next step are still said after a reload', async ({
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
  await expect(said).toContainText('no password opens your account now')
  await expect(control(page, 'Choose a new password')).toBeVisible()
})

test('Who has the address back reads no word of the change, and has one thing to do', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  stubbedApi.stub('GET email/update-email-recovery', ok({ Email: 'p*****r@example.com' }))
  await page.goto('/account/update-email/recovery?uid=U')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have your address back.')
  await expect(page.getByText('successfully')).toHaveCount(0)
  await expect(control(page, 'Choose a new password')).toBeVisible()
  await expect(control(page, 'Return to my account')).toHaveCount(0)
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
