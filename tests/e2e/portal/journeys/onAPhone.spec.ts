import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { box, control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* What a portal does beyond the specification where there is little room. */

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 664 }))

test('a registration asks for name and password first, and comes back to them where they are refused', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('LOCAL', { EnableSecuritySection: true })
  stubbedApi.stub('POST register/new-user', refused(['Username', 'ERROR_USERNAME_EXIST']))
  await page.goto('/register')
  const [name, email] = [field(page, 'Username'), field(page, 'Email')]
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  await expect(email).toBeHidden()
  await control(page, 'Next').click()
  await expect(name).toBeFocused()
  await expect(email).toBeHidden()

  await name.fill('Mira')
  await field(page, 'Password').fill('Orangery-Summer-1987')
  await field(page, 'Confirm password').fill('Orangery-Summer-1987')
  await control(page, 'Next').click()
  await expect(email).toBeFocused()
  await expect(name).toBeHidden()
  await control(page, 'Back').click()
  await expect(name).toHaveValue('Mira')
  await control(page, 'Next').click()
  await email.fill('mira@site.test')
  await field(page, 'Confirm email').fill('mira@site.test')
  await box(page, 'I have read').check()
  await box(page, 'I accept').check()
  await control(page, 'Create account').click()
  await expect(name).toBeFocused()
  await expect(email).toHaveValue('mira@site.test')
  expect(stubbedApi.sent('POST register/new-user')).toHaveLength(1)
})

test('the button of a refused form stays above the question about cookies', async ({
  page,
  stubbedApi,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await stubbedApi.in('LOCAL', { EnableSecuritySection: true })
  stubbedApi.stub('POST log/log-in', refused(['', 'ERROR_LOGIN_MISMATCH']))
  await page.goto('/login')
  await field(page, 'Username or email').fill('PlayerOne')
  await control(page, 'Next').click()
  await field(page, 'Password').fill('wrong-password-1')
  const button = control(page, 'Log in')
  const question = page.locator('section[aria-label="Cookies"]')
  // A click of Playwright would scroll the page itself.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  const room = async () => {
    const [of, above] = [await button.boundingBox(), await question.boundingBox()]
    return (above?.y ?? 0) - (of?.y ?? 0) - (of?.height ?? 0)
  }
  await expect.poll(room).toBeGreaterThanOrEqual(0)
})

test('the page of a mail’s link shows the address, and one without it does without', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('LOCAL', { EnableSecuritySection: true })
  await page.route('**/confirm-email?uid=U', async (route) => {
    const answer = await route.fetch()
    const meta = '<meta name="mail-links" content="button"></head>'
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', meta) })
  })
  await page.goto('/confirm-email?uid=U')
  await expect(page.getByText('p••••y@example.com')).toBeVisible()
  await expect(page.getByText('One press, and your account is open.')).toBeVisible()
  const { body } = stubbedApi.sent('POST email/read-link')[0] ?? {}
  expect(body).toEqual({ Kind: 'confirmation', Uid: 'U' })

  stubbedApi.stub('POST email/read-link', refused('ERROR_EMAIL_RECOVERY_NOTEXISTS'))
  await page.reload()
  await expect(control(page, 'Confirm')).toBeVisible()
  await expect(page.getByText('p••••y@example.com')).toBeHidden()
})

test('a mail that was sent leads to the mailbox where its domain says it', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('LOCAL', { EnableSecuritySection: true })
  stubbedApi.stub('POST password/recover-password', ok({}))
  await page.goto('/password-recovery')
  await field(page, 'Email').fill('mira@gmail.com')
  await control(page, 'Send').click()
  await expect(page.getByRole('link', { name: 'Gmail' })).toHaveAttribute(
    'href',
    'https://mail.google.com/',
  )
})
