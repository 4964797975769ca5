import { ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { toConfirmation } from '../../fixtures/steps/deletion.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

test(
  'AT-DEL-03 Back goes one step back with what was chosen · PROD',
  covers('R-4.8-3', 'R-4.8-7'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account')
    await control(page, 'Deletion Request').click()
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await field(page, 'Password').fill('Welcome2Gatehouse')
    await control(page, 'Confirm').click()
    await page.getByRole('radio', { name: 'Another reason' }).check()
    await field(page, 'Reason').fill('because')
    await control(page, 'Confirm').click()
    await expect(page.getByRole('heading', { name: 'Delete this account?' })).toBeFocused()
    await page.goBack()
    await expect(field(page, 'Reason')).toHaveValue('because')
    await page.goBack()
    await expect(field(page, 'Password')).toBeVisible()
    await page.goForward()
    await expect(field(page, 'Reason')).toHaveValue('because')

    await page.reload()
    await expect(field(page, 'Password')).toHaveValue('')
    expect(stubbedApi.sent('POST deletion/**')).toHaveLength(0)
  },
)

test(
  'AT-DEL-09 Back after the deletion ends on Home · PROD',
  covers('R-4.8-7', 'R-4.8-8'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await toConfirmation(page)
    stubbedApi.stub('GET token/IDENT-1', status(404))
    await control(page, 'Delete').click()
    await expect(page.getByText('Your account has been successfully deleted.')).toBeVisible()
    await page.goBack()
    await expect(page).toBeOnPath('/')
    await expect(page.getByText('player@example.com')).toHaveCount(0)
    await expect(page.getByText('PlayerOne', { exact: true })).toHaveCount(0)
  },
)

test(
  'AT-DEL-08 A stale session is asked for the password, then the deletion is sent again · PROD',
  covers('R-4.8-6'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    stubbedApi.stub('POST deletion/user/42', [refused('ERROR_REAUTHENTICATION_REQUIRED'), ok()])
    await toConfirmation(page)
    await control(page, 'Delete').click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Password').fill('Welcome2Gatehouse')
    await control(dialog, 'Confirm').click()
    await expect(page).toBeOnPath('/deletion/confirm')
    await expect(stubbedApi).toHaveSent('POST deletion/user/42', 2)
  },
)

test(
  'AT-DEL-05 A stale session is sent to the partner, and back to the deletion · RELIC',
  covers('R-4.8-6'),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('RELIC')
    await signIn()
    stubbedApi.stub('POST deletion/partner/user/42', refused('ERROR_REAUTHENTICATION_REQUIRED'))
    await page.goto('/account/deletion-request')
    await control(page, 'Skip').click()
    await control(page, 'Delete').click()
    await control(page.getByRole('dialog'), 'Log in again').click()
    await expect(page).toHaveURL('https://partner.test/login')
    const [asked] = stubbedApi.sent('POST partner/relic/login-url')
    expect(asked?.body).toMatchObject({ RedirectUrl: expect.stringMatching(/deletion-request$/) })
    // A player who thinks better of it there is still logged in.
    expect((await context.cookies()).map(({ value }) => value)).toContain('IDENT-1')
  },
)

test(
  'AT-INFO-10 The titles of a player are shown without semicolons · PROD',
  covers('R-3.1-5', 'R-3.1-6', 'R-3.1-7', 'R-2.21-8'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    stubbedApi.stub(
      'GET profile/user/42',
      ok({ ...player, Titles: 'Map Maker;;Founder;', TitleName: '' }),
    )
    await toConfirmation(page)
    await expect(page.getByRole('main').getByText('Map Maker Founder')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(';')
  },
)

test(
  'AT-GEN-17 The deletion works by keyboard · PROD',
  covers('R-2.7-26', 'R-5.8-17'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account/deletion-request')
    await field(page, 'Password').focus()
    await page.keyboard.type('Welcome2Gatehouse')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Why are you leaving?' })).toBeFocused()
    await expect(page.getByRole('radio', { name: 'Privacy' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio').first()).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Privacy' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Delete this account?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(control(page, 'Delete')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toBeOnPath('/deletion/confirm')
  },
)
