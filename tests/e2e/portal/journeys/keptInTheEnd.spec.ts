import { holdBack, lost, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { token } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { fillRegistration, sendRegistration } from '../../fixtures/steps/registration.ts'
import { control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/* A lost answer, another tab or another wish in the wrong moment takes nothing from the player. */

test('A blip of the network keeps the way back to the game’s site', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  stubbedApi.stub('GET redirect/allowed-redirect-domains', [lost, ok(['www.site.test'])])
  await page.goto('/login?redirectUrl=https://www.site.test/forum')
  await logIn(page, 'SANDBOX')
  await expect(page).toHaveURL('https://www.site.test/forum')
})

test('A tab whose session is over leaves the log-in of another tab alone', async ({
  page,
  stubbedApi,
  signIn,
  context,
}) => {
  await stubbedApi.in('PROD')
  const late = holdBack()
  stubbedApi.stub('GET token/IDENT-1', () => late.of(refused('ERROR_TOKEN_INVALID')))
  await signIn()
  await page.goto('/account')
  await expect(stubbedApi).toHaveSent('GET token/IDENT-1', 1)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sso_identity')
  await context.addCookies(cookie ? [{ ...cookie, value: 'IDENT-2' }] : [])
  late.release()
  await expect(page).toBeOnPath('/')
  stubbedApi.stub('GET token/IDENT-2', ok({ ...token, Value: 'BEARER-2' }))
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My information')
})

test('A page that could not be left has a button that works again', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await page.route('https://partner.test/**', (route) => route.fulfill({ status: 204 }))
  await page.goto('/login')
  const identified = { AuthType: 2, AuthPartner: 'Partner', Id_User: 42, Username: 'PlayerOne' }
  stubbedApi.stub(
    'POST log/identify',
    ok({ ...identified, TitleName: '', Email: 'p@site.test', AvatarUrl: '' }),
  )
  stubbedApi.stub('POST partner/login-url', ok('https://partner.test/login'))
  await field(page, 'Username or email').fill('PlayerOne')
  await page.keyboard.press('Enter')
  const connect = control(page, 'Connect with Partner account')
  await connect.click()
  await expect(connect).toHaveAttribute('aria-busy', 'true')
  await expect(stubbedApi).toHaveSent('POST partner/login-url', 1)
  await page.keyboard.press('Escape')
  await expect(connect).not.toHaveAttribute('aria-busy')
  await connect.click()
  await expect(stubbedApi).toHaveSent('POST partner/login-url', 2)
})

test('A registration that an error interrupted comes back with the rules that its password keeps', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  stubbedApi.stub('POST register/new-user', [{ status: 500, body: {} }, ok({ Id: 7 })])
  await page.goto('/register')
  await fillRegistration(page, 'SANDBOX')
  await sendRegistration(page)
  await expect(page).toBeOnPath('/errors/internal')
  await page.goBack()
  await expect(field(page, 'Username')).toHaveValue('QaPlayer')
  await expect(page.getByText('Meets every rule.')).toBeAttached()
  await expect(page.locator('li[data-met="false"]')).toHaveCount(0)
})
