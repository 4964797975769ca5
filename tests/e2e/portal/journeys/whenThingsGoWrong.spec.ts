import { lost, ok, status } from '../../fixtures/stubbed-api/answers.ts'
import { connects } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

const sorry = 'Ooops, something went wrong.'

test('T48 a screen that breaks has a way to try again and a way Home', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('SANDBOX')
  await signIn()
  // Nothing like it crosses the wire: the screen cannot cope.
  stubbedApi.stub('GET newsletter', ok({ OptInList: [null] }))
  await page.goto('/account/newsletter')
  await expect(page.getByRole('heading', { name: sorry })).toBeFocused()
  await expect(page.getByText('The fault is ours.')).toBeVisible()
  await expect(control(page, 'Return to Home')).toBeVisible()
  await expect(control(page, 'Logout'), 'the frame around it is as it was').toBeVisible()
  stubbedApi.stub('GET newsletter', ok({ OptInList: [] }))
  await control(page, 'Try again').click()
  await expect(page.getByRole('heading', { name: 'Newsletter' })).toBeVisible()
})

test('an error of the server has an id that a player can quote to the support', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('SANDBOX')
  await signIn()
  const headers = { 'x-request-id': '1f2e3d4c5b' }
  await page.route('**/api/newsletter', (route) => route.fulfill({ status: 500, headers }))
  await page.goto('/account/newsletter')
  await expect(page).toBeOnPath('/errors/internal')
  await expect(page.getByText('1f2e3d4c5b')).toBeVisible()
  expect(page.url()).not.toContain('1f2e3d4c5b')
})

test.describe('T46 offline', () => {
  test('a submission that is lost leads to a page, and back to the form as it was', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('SANDBOX')
    stubbedApi.stub('POST log/log-in', [lost, ok({ Created: 'IDENT-1' })])
    await page.goto('/login')
    await logIn(page, 'SANDBOX')
    await expect(page).toBeOnPath('/errors')
    await control(page, 'Try again').click()
    await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
    await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
    await control(page, 'Connect').click()
    await expect(page).toBeOnPath('/account')
  })

  test('beyond the specification the form stays, and says that we are away', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD', { EnableSecuritySection: true })
    stubbedApi.stub('POST log/log-in', [lost, status(502), ok({ Created: 'IDENT-1' })])
    await page.goto('/login')
    await logIn(page, 'PROD')
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('We could not reach our servers. Please try again in a moment.')
    await submit(page).click()
    await expect(alert).toHaveCount(0)
    await expect(alert).toHaveText('We could not reach our servers. Please try again in a moment.')
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
    await submit(page).click()
    await expect(page).toBeOnPath('/account')
  })

  test('on the way back from a service: the same return is tried again', async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('SANDBOX')
    await signIn()
    stubbedApi.stub('POST twitch/callback', [lost, ok({ AccountId: '77', RedirectUrl: null })])
    stubbedApi.stub('GET profile/connects', ok(connects))
    await page.goto('/twitch/callback?code=CODE-1&state=STATE-1')
    await expect(page).toBeOnPath('/errors')
    await control(page, 'Try again').click()
    await expect(page).toBeOnPath('/account/link-account')
    const [first, second, ...more] = stubbedApi.sent('POST twitch/callback')
    expect(second?.body).toEqual(first?.body)
    expect(more).toEqual([])
  })
})
