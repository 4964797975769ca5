import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { firstByDay, partnerEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* A player whom a partner proves: no password is kept here, and the partner keeps the address. */

const ofPartner = ok({ ...player, AuthType: 2, AuthPartner: 'Relic' })
const required = refused('ERROR_REAUTHENTICATION_REQUIRED')

test('Nothing is offered that the partner keeps · PROD', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET profile/user/42', ofPartner)
  await signIn()
  await page.goto('/account')
  await expect(control(page.getByRole('region', { name: 'Username' }), 'Update')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Email' })).toBeVisible()
  await expect(control(page.getByRole('region', { name: 'Email' }), 'Update')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
  for (const path of ['update-email', 'reset-password']) {
    await page.goto(`/account/${path}`)
    await expect(page).toBeOnPath('/account')
  }
})

test('A deletion asks for the reason first, and for a log-in at the partner · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET profile/user/42', ofPartner)
  stubbedApi.stub('POST deletion/partner/user/42', required)
  stubbedApi.stub('POST partner/login-url', ok('https://partner.test/again'))
  await signIn()
  await page.goto('/account/deletion-request')
  await expect(field(page, 'Password')).toHaveCount(0)
  await control(page, 'Skip').click()
  await control(page, 'Delete').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Relic account')
  await control(dialog, 'Log in again').click()
  await expect(page).toHaveURL('https://partner.test/again')
  const [asked] = stubbedApi.sent('POST partner/login-url')
  expect(asked?.query['redirectUrl']).toMatch(/\/account\/deletion-request$/)
  expect(asked?.body).toMatchObject({ Id_User: 42, AuthPartner: 'Relic' })
  expect(stubbedApi.sent('POST deletion/user/42')).toEqual([])

  // A player who thinks better of it at the partner is still logged in.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Deletion request' })).toBeVisible()
})

for (const environment of firstByDay(partnerEnvironments)) {
  test(`The proof for a deletion is a log-in at the partner · ${environment}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in(environment)
    stubbedApi.stub('POST deletion/partner/user/42', [required, ok()])
    await signIn()
    await page.goto('/account/deletion-request')
    if (environment !== 'CREATIVE-ASSEMBLY') await control(page, 'Skip').click()
    await control(page, 'Delete').click()
    await control(page.getByRole('dialog'), 'Log in again').click()
    await expect(page).toHaveURL('https://partner.test/login')
    const [asked] = stubbedApi.sent('POST partner/*/login-url')
    const { RedirectUrl } = (asked?.body ?? {}) as { readonly RedirectUrl?: string }
    expect(RedirectUrl).toMatch(/\/account\/deletion-request$/)
  })
}

test('A partner that is out of reach leaves the player where another try is · RELIC', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('RELIC')
  stubbedApi.stub('POST deletion/partner/user/42', required)
  stubbedApi.stub('POST partner/*/login-url', refused('PARTNER_RESPONSE_ERROR'))
  await signIn()
  await page.goto('/account/deletion-request')
  await control(page, 'Skip').click()
  await control(page, 'Delete').click()
  await control(page.getByRole('dialog'), 'Log in again').click()
  const words = 'An error occured validating partner authentication.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page).toBeOnPath('/account/deletion-request')
  await expect(control(page, 'Delete')).toBeVisible()
})
