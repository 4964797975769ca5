import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const update = 'POST profile/user/42/update-email'
const confirm = 'GET email/update-email-confirm'
const recover = 'GET email/update-email-recovery'
const updated = 'Your email has been successfully updated.'

for (const environment of distinctBy(
  ({ updateEmail, updateEmailLinks }) => [updateEmail, updateEmailLinks],
  ownLoginEnvironments,
)) {
  test(
    `AT-UPD-01 A player can update the email · ${environment}`,
    covers('R-2.14-1', 'R-2.14-2', 'R-2.14-3', 'R-2.14-4', 'R-7.3-4', 'R-4.11-1'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/account/update-email')
      const [email, repeated] = [field(page, 'New email'), field(page, 'Confirm email')]
      await email.fill('copied@example.com')
      await email.press('ControlOrMeta+a')
      await email.press('ControlOrMeta+c')
      await repeated.press('ControlOrMeta+v')
      await expect(repeated).toHaveValue('')
      await email.dragTo(repeated)
      await expect(repeated).toHaveValue('')
      // Nothing of it leaves by copying or cutting either.
      await repeated.pressSequentially('typed@example.com')
      await repeated.press('ControlOrMeta+a')
      await repeated.press('ControlOrMeta+x')
      await expect(repeated).toHaveValue('typed@example.com')
      await repeated.press('ControlOrMeta+c')
      await email.press('ControlOrMeta+a')
      await email.press('ControlOrMeta+v')
      await expect(email).toHaveValue('copied@example.com')

      await email.fill('new@example.com')
      await repeated.fill('new@example.com')
      const loads = stubbedApi.sent('GET profile/user/42').length
      await control(page, 'Confirm').click()
      await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
      expect(stubbedApi.sent(update).map(({ body }) => body)).toEqual([
        { Email: 'new@example.com', ConfirmEmail: 'new@example.com' },
      ])
      expect(stubbedApi.sent('GET profile/user/42')).toHaveLength(loads + 1)
      await expect(page.getByText(updated)).toHaveCount(0)
      await control(page, 'Return to my account').click()
      await expect(page).toBeOnPath('/account')
    },
  )

  test(
    `AT-UPD-05 The recovery of an email passes every parameter · ${environment}`,
    covers('R-2.1-49', 'R-2.1-50', 'R-2.1-51', 'R-2.1-52', 'R-7.11-2'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub(recover, ok())
      await page.goto('/account/update-email/recovery?uid=U&sig=a%2Bb&x=1')
      await expect(page).toBeOnPath('/account/update-email/success')
      await expect(page.getByText(updated)).toBeVisible()
      expect(stubbedApi.sent(recover).map(({ query }) => query)).toEqual([
        { uid: 'U', sig: 'a+b', x: '1' },
      ])
    },
  )

  test(
    `AT-UPD-06 A recovery that fails says why · ${environment}`,
    covers('R-2.1-53', 'R-8.4-5', 'R-8.4-6'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      for (const [code, words] of [
        ['ERROR_EMAIL_RECOVERY_EXPIRED', 'Your link has expired.'],
        ['ERROR_EMAIL_RECOVERY_NOTEXISTS', 'Your link is invalid'],
      ] as const) {
        await test.step(words, async () => {
          stubbedApi.stub(recover, refused(code))
          const before = stubbedApi.sent(recover).length
          await page.goto('/account/update-email/recovery?uid=U')
          await expect(page.getByText(words)).toBeVisible()
          await expect(page).toBeOnPath('/account/update-email/recovery')
          expect(stubbedApi.sent(recover)).toHaveLength(before + 1)
        })
      }
    },
  )
}

test(
  'AT-UPD-02 A refused email says why at its field · PROD',
  covers('R-5.8-17', 'R-8.4-26', 'R-8.4-32', 'R-5.8-18'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub(
      update,
      refused(['Email', 'ERROR_EMAIL_EXIST'], ['ConfirmEmail', 'ERROR_CONFIRM_EMAIL_INVALID']),
    )
    await signIn()
    await page.goto('/account/update-email')
    await field(page, 'New email').fill('taken@example.com')
    await field(page, 'Confirm email').fill('other@example.com')
    await control(page, 'Confirm').click()
    await expect(field(page, 'New email')).toHaveError('An account with this email already exists')
    await expect(field(page, 'Confirm email')).toHaveError('match')
    await expect(page).toBeOnPath('/account/update-email')
  },
)

for (const who of ['signed in', 'anonymous'] as const) {
  test(
    `AT-GEN-11 The confirmation link of an email works, ${who} · PROD`,
    covers('R-2.1-44', 'R-2.1-45', 'R-2.1-46', 'R-2.1-47', 'R-2.1-48', 'R-2.1-54', 'R-7.11-1'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in('PROD')
      stubbedApi.stub(confirm, () => {
        // From now on the account has another address.
        stubbedApi.stub('GET profile/user/42', ok({ ...player, Email: 'new@example.com' }))
        return ok()
      })
      if (who === 'signed in') await signIn()
      await page.goto('/account/update-email/confirm?uid=U-1')
      await expect(page).toBeOnPath('/account/update-email/success')
      await expect(page.getByText(updated)).toBeVisible()
      expect(stubbedApi.sent(confirm).map(({ query }) => query)).toEqual([{ uid: 'U-1' }])
      await control(page, 'Return to my account').click()
      if (who === 'anonymous') return expect(page).toBeOnPath('/')
      await expect(page).toBeOnPath('/account')
      await expect(page.getByText('n.....w@example.com')).toBeVisible()
    },
  )
}

test(
  'A confirmation link without uid, and a dead one · PROD',
  covers('R-2.1-48', 'R-8.1-5'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub(confirm, refused('ERROR_EMAIL_RECOVERY_NOTEXISTS'))
    await page.goto('/account/update-email/confirm')
    await expect(page).toBeOnPath('/errors/bad-request')
    expect(stubbedApi.sent(confirm)).toEqual([])
    await page.goto('/account/update-email/confirm?uid=U')
    await expect(page).toBeOnPath('/errors/bad-request')
    await expect(page.getByText('Your link is invalid')).toBeVisible()
  },
)

test('A change that waits is shown with the account, mailed again, and given up', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  stubbedApi.stub('GET email/change', ok({ Email: 'p••••e@example.com' }))
  await signIn()
  await page.goto('/account')
  await expect(page.getByRole('link', { name: 'Change email' })).toBeVisible()
  const row = page.getByRole('group', { name: 'Waiting for you to confirm p••••e@example.com' })
  stubbedApi.stub('POST email/change/repeat', [refused('ERROR_TOO_MANY_ATTEMPTS'), ok()])
  await control(row, 'Send it again').click()
  await expect(row.getByRole('alert')).toBeVisible()
  await control(row, 'Send it again').click()
  await expect(page.getByRole('status')).toHaveText('We sent another mail to p••••e@example.com.')
  await control(row, 'Cancel').click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(stubbedApi.sent('POST email/change/cancel')).toHaveLength(1)
})
