import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { toConfirmation, toReasonStep } from '../../fixtures/steps/deletion.ts'
import { distinctBy, firstByDay, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const reasons = ['I do not play any more', 'Privacy', 'Another reason']

for (const environment of distinctBy(
  ({ deletionStartsAt, deletionOffers, deletionCall }) => [
    deletionStartsAt,
    deletionOffers,
    deletionCall,
  ],
  ownLoginEnvironments,
)) {
  test(
    `AT-DEL-01 The first step asks for the password · ${environment}`,
    covers(
      'R-2.1-36',
      'R-2.21-1 … R-2.21-4',
      'R-2.21-11',
      'R-4.8-1',
      'R-4.8-2',
      'R-7.8-3',
      'R-7.10-1',
    ),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      const wrong = refused(['Password', 'ERROR_USERNAME_PASSWORD_INCORRECT'])
      stubbedApi.stub('POST password/validate/user/42', [wrong, ok()])
      await page.goto('/account/deletion-request')
      await field(page, 'Password').fill('Wrong1Password')
      await control(page, 'Confirm').click()
      await expect(field(page, 'Password')).toHaveError('Your username or password is incorrect.')
      await expect(page.getByRole('main').getByRole('radio')).toHaveCount(0)
      expect(stubbedApi.sent('GET deletion/types')).toHaveLength(0)

      await field(page, 'Password').fill('Welcome2Gatehouse')
      await control(page, 'Confirm').click()
      const group = page.getByRole('group', { name: 'Why are you leaving?' })
      await expect(group.getByRole('radio')).toHaveCount(3)
      for (const name of reasons) await expect(group.getByRole('radio', { name })).toBeVisible()
      await expect(control(page, 'Skip')).toBeVisible()
      await expect(control(page, 'Confirm')).toBeVisible()
      expect(stubbedApi.sent('POST password/validate/user/42').map(({ body }) => body)).toEqual([
        { Password: 'Wrong1Password' },
        { Password: 'Welcome2Gatehouse' },
      ])
    },
  )

  test(
    `AT-DEL-02 The 'other' reason · ${environment}`,
    covers('R-2.21-5', 'R-4.8-3', 'R-3.7-1', 'R-3.7-2', 'R-3.7-3'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await toReasonStep(page)
      await page.getByRole('radio', { name: 'Privacy' }).check()
      await expect(field(page, 'Reason')).toHaveCount(0)
      await page.getByRole('radio', { name: 'Another reason' }).check()
      await field(page, 'Reason').fill('because')
      await control(page, 'Confirm').click()
      await expect(control(page, 'Delete')).toBeVisible()
    },
  )

  test(
    `AT-DEL-03 The third step deletes the account · ${environment}`,
    covers(
      'R-2.21-6 … R-2.21-10',
      'R-2.21-18 … R-2.21-21',
      'R-4.8-6 … R-4.8-9',
      'R-7.10-2',
      'R-3.7-4 … R-3.7-7',
      'R-2.1-39',
    ),
    async ({ page, stubbedApi, signIn, context }) => {
      await stubbedApi.in(environment)
      await signIn()
      await toReasonStep(page)
      await page.getByRole('radio', { name: 'Another reason' }).check()
      await field(page, 'Reason').fill(' because ')
      await control(page, 'Confirm').click()
      await expect(control(page, 'Delete')).toBeVisible()
      await expect(control(page, 'Cancel')).toBeVisible()
      await expect(control(page, 'Contact')).toHaveCount(0)
      const step = page.getByRole('main')
      await expect(step.locator(`img[src="${player.AvatarUrl}"]`)).toBeVisible()
      await expect(step.getByText('PlayerOne')).toBeVisible()
      await expect(step.getByText('Map Maker Founder')).toBeVisible()

      await control(page, 'Delete').dblclick()
      await expect(page).toBeOnPath('/deletion/confirm')
      await expect(page.getByText('Your account has been successfully deleted.')).toBeVisible()
      expect(stubbedApi.sent('POST deletion/user/42').map(({ body }) => body)).toEqual([
        {
          Password: 'Welcome2Gatehouse',
          Email: 'player@example.com',
          Id_DeletionType: 3,
          DeletionReason: 'because',
        },
      ])
      expect(stubbedApi.sent('POST deletion/**')).toHaveLength(1)
      expect((await context.cookies()).map(({ value }) => value)).not.toContain('IDENT-1')
      await control(page, 'Return to homepage').click()
      await expect(page).toBeOnPath('/')
    },
  )
}

for (const environment of firstByDay(['RELIC', 'FOCUS'] as const)) {
  test(
    `AT-DEL-05 ${environment} starts at step 2`,
    covers('R-2.21-12', 'R-2.21-13', 'R-7.10-3', 'R-4.8-12'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/account/deletion-request')
      await expect(page.getByRole('radio', { name: 'Privacy' })).toBeVisible()
      await expect(page.locator('input[type=password]')).toHaveCount(0)
      await control(page, 'Skip').click()
      await control(page, 'Cancel').click()
      await expect(page.getByRole('radio', { name: 'Privacy' })).toBeVisible()
      await control(page, 'Skip').click()
      await control(page, 'Delete').click()
      await expect(page).toBeOnPath('/deletion/confirm')
      expect(stubbedApi.sent('POST deletion/**').map(({ name, body }) => [name, body])).toEqual([
        [
          'POST deletion/partner/user/42',
          {
            Password: '',
            Email: 'player@example.com',
            Id_DeletionType: null,
            DeletionReason: '',
          },
        ],
      ])
      expect(stubbedApi.sent('POST password/**')).toHaveLength(0)
    },
  )
}

test(
  'AT-DEL-06 Creative Assembly starts at step 3',
  covers('R-2.21-14', 'R-2.21-15', 'R-2.21-16', 'R-2.21-17', 'R-7.10-3'),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('CREATIVE-ASSEMBLY', { SupportUrl: 'https://support.site.test/' })
    await signIn()
    await page.goto('/account/deletion-request')
    const step = page.getByRole('main')
    await expect(step.locator(`img[src="${player.AvatarUrl}"]`)).toBeVisible()
    await expect(step.getByText('PlayerOne')).toBeVisible()
    await expect(control(page, 'Delete')).toBeVisible()
    await expect(control(page, 'Cancel')).toHaveCount(0)
    await expect(step.getByRole('radio')).toHaveCount(0)
    await expect(page.locator('input[type=password]')).toHaveCount(0)
    await expect(control(page, 'Contact')).toHaveAttribute('rel', 'noopener')
    const opened = context.waitForEvent('page')
    await control(page, 'Contact').click()
    await expect(await opened).toHaveURL('https://support.site.test/')
    await expect(page).toBeOnPath('/account/deletion-request')
    expect(stubbedApi.sent('GET deletion/types')).toHaveLength(0)

    await control(page, 'Delete').click()
    await expect(page).toBeOnPath('/deletion/confirm')
    await expect(stubbedApi).toHaveSent('POST deletion/partner/user/42', 1)
  },
)

test(
  'AT-DEL-08 A refused deletion says why · PROD',
  covers('R-4.8-6', 'R-8.4-1'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    stubbedApi.stub('POST deletion/user/42', refused('ERROR_NOT_ALLOWED'))
    await toConfirmation(page)
    await control(page, 'Delete').click()
    await expect(page.getByRole('alert')).toContainText('You are not allowed to do this action.')
    await expect(control(page, 'Delete')).toBeEnabled()
    await page.goto('/account')
    await expect(page.getByText('PlayerOne').first()).toBeVisible()
    await expect(page).toBeOnPath('/account')
  },
)

test(
  'AT-DEL-08 Every error of the deletion stands in the general list · PROD',
  covers('R-4.8-6'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    stubbedApi.stub(
      'POST deletion/user/42',
      refused(['Password', 'ERROR_USERNAME_PASSWORD_INCORRECT'], ['Email', 'ERROR_EMAIL_UNKNOWN']),
    )
    await toConfirmation(page)
    await control(page, 'Delete').click()
    const list = page.getByRole('alert')
    await expect(list).toContainText('Your username or password is incorrect.')
    await expect(list).toContainText('This email address is unknown.')
  },
)

test(
  'AT-DEL-10 Confirm waits for a reason · PROD',
  covers('R-2.21-4', 'R-2.21-5'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await toReasonStep(page)
    await expect(control(page, 'Confirm')).toBeDisabled()
    await page.getByRole('radio', { name: 'Another reason' }).check()
    await expect(control(page, 'Confirm')).toBeDisabled()
    await field(page, 'Reason').fill('  ')
    await expect(control(page, 'Confirm')).toBeDisabled()
    await field(page, 'Reason').fill('because')
    await expect(control(page, 'Confirm')).toBeEnabled()
    await page.getByRole('radio', { name: 'Another reason' }).focus()
    await field(page, 'Reason').fill('')
    await control(page, 'Confirm').click({ force: true })
    await expect(page.getByRole('radio', { name: 'Privacy' })).toBeVisible()
    await expect(control(page, 'Delete')).toHaveCount(0)
  },
)

test(
  'AT-GEN-14 Skip and Cancel lead on and out of a deletion · PROD',
  covers('R-4.8-4', 'R-4.8-5', 'R-4.8-10', 'R-4.8-11', 'R-4.8-12'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await toReasonStep(page)
    await page.getByRole('radio', { name: 'Privacy' }).check()
    await control(page, 'Skip').click()
    await control(page, 'Cancel').click()
    await expect(field(page, 'Password')).toHaveValue('')
    await field(page, 'Password').fill('Welcome2Gatehouse')
    await control(page, 'Confirm').click()
    await expect(page.getByRole('radio', { name: 'Privacy' })).not.toBeChecked()
    await control(page, 'Skip').click()
    await control(page, 'Delete').click()
    await expect(page).toBeOnPath('/deletion/confirm')
    expect(stubbedApi.sent('POST deletion/user/42')[0]?.body).toMatchObject({
      Password: 'Welcome2Gatehouse',
      Id_DeletionType: null,
      DeletionReason: '',
    })
  },
)
