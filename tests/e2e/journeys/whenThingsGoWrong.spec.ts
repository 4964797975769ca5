import { portalOf } from '../fixtures/running-product/addresses.ts'
import { refused } from '../fixtures/stubbed-api/answers.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control, field, submit } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

const sorry = 'Ooops, something went wrong.'
const offline = 'You seem to be offline.'

test.describe('T48 a screen whose file is gone after a release', () => {
  test('reloads the page once without a press, and is there', async ({ page }) => {
    let asked = 0
    await page.route(/\/assets\/Register-.*\.js/, (route) => {
      asked += 1
      return asked === 1 ? route.fulfill({ status: 404 }) : route.continue()
    })
    await page.goto(portalOf('SANDBOX'))
    await control(page, 'Reject all').click()
    await control(page, 'Create an account').click()
    await expect(field(page, 'Confirm email')).toBeVisible()
    expect(asked).toBe(2)
  })

  test(
    'that stays away leads to a page with ways on, and reloads nothing again',
    atNight(),
    async ({ page }) => {
      const requests = await requestsOfNextPages(page)
      const pages = () => requests.filter((request) => request.isNavigationRequest()).map(pathOf)
      await page.route(/\/assets\/Register-.*\.js/, (route) => route.fulfill({ status: 404 }))
      await page.goto(portalOf('SANDBOX'))
      await control(page, 'Reject all').click()
      await control(page, 'Create an account').click()
      await expect(page.getByRole('heading', { name: sorry })).toBeFocused()
      await expect(page).toBeOnPath('/register')
      expect(pages()).toHaveLength(2)

      await page.goBack()
      await control(page, 'Create an account').click()
      await expect(page.getByRole('heading', { name: sorry })).toBeVisible()
      expect(pages()).toHaveLength(2)

      await page.unroute(/\/assets\/Register-.*\.js/)
      await control(page, 'Try again').click()
      await expect(field(page, 'Confirm email')).toBeVisible()
    },
  )

  test(
    'keeps the token of a recovery mail over its reload',
    atNight(),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in('SANDBOX')
      let asked = 0
      await page.route(/\/assets\/PasswordRecoveryReset-.*\.js/, (route) => {
        asked += 1
        return asked === 1 ? route.fulfill({ status: 404 }) : route.continue()
      })
      await page.goto('/password-recovery/reset?token=TOKEN-1')
      await control(page, 'Reject all').click()
      await field(page, 'New password').fill('Welcome2Gatehouse')
      await field(page, 'Confirm password').fill('Welcome2Gatehouse')
      await submit(page).click()
      await expect
        .poll(() => stubbedApi.sent('POST password/password-recovery-validation'))
        .toHaveLength(1)
      expect(stubbedApi.sent('POST password/password-recovery-validation')[0]?.body).toMatchObject({
        Token: 'TOKEN-1',
      })
      expect(page.url()).not.toContain('TOKEN-1')
    },
  )

  test(
    'the words of errors that do not come leave the form as it is',
    atNight(),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in('SANDBOX')
      stubbedApi.stub('POST log/log-in', refused('ERROR_USER_BANNED'))
      await page.route(/\/assets\/shared-/, (route) => route.fulfill({ status: 404 }))
      await page.goto('/login')
      await logIn(page, 'SANDBOX')
      await expect(page.getByRole('alert')).toContainText('Something went wrong')
      await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
    },
  )
})

test.describe('T46 offline', () => {
  test('before a screen has come: says so, and goes on when the network is back', async ({
    page,
    context,
  }) => {
    await page.goto(portalOf('SANDBOX'))
    await control(page, 'Reject all').click()
    await context.setOffline(true)
    await expect(page.getByRole('alert')).toHaveText(offline)
    await control(page, 'Create an account').click()
    await expect(page.getByRole('heading', { name: sorry })).toBeVisible()
    await control(page, 'Try again').click()
    await expect(page.getByRole('alert')).toHaveCount(2)
    await expect(page).toBeOnPath('/register')
    await context.setOffline(false)
    await expect(field(page, 'Confirm email')).toBeVisible()
    await expect(page.getByText(offline)).toHaveCount(0)
  })
})
