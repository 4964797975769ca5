import {
  distinctBy,
  ownLoginEnvironments,
  partnerEnvironments,
} from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

for (const environment of distinctBy(({ signIn }) => signIn)) {
  test(
    `AT-GEN-04 A visitor can open the public paths · ${environment}`,
    covers('R-6.1-1', 'R-1.1-3', 'R-2.1-5', 'R-2.1-79'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      const own = partnerEnvironments.includes(environment) ? [] : ['/login', '/register']
      for (const path of ['/', '/confirm-email/send', '/register/confirm', '/errors', ...own]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page).toBeOnPath(path)
      }
      expect(
        stubbedApi.calls.filter(({ headers }) => headers['authorization'] !== undefined),
      ).toEqual([])
      expect(stubbedApi.calls.filter(({ name }) => / (token|profile)\//.test(name))).toEqual([])
    },
  )
}

for (const environment of distinctBy(() => null, ownLoginEnvironments)) {
  test(
    `AT-GEN-05 Client id and redirect URL travel with the login · ${environment}`,
    covers('R-3.14-5', 'R-3.14-6', 'R-3.14-7'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/login?clientId=game-7&redirectUrl=https%3A%2F%2Fwww.site.test%2Fx')
      await page.reload()
      await logIn(page, environment)
      await expect(page).toHaveURL('https://www.site.test/x')
      const carried = stubbedApi.calls.filter(({ name }) => name.startsWith('POST log/'))
      expect(carried.length).toBeGreaterThan(0)
      for (const { body } of carried) {
        expect(body).toMatchObject({ ClientId: 'game-7', RedirectUrl: 'https://www.site.test/x' })
      }
    },
  )
}

test(
  'AT-GEN-06 The state of the page follows the session · PROD',
  covers('R-3.14-1', 'R-3.14-2', 'R-3.14-9', 'R-3.14-10', 'R-4.3-3'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account')
    await expect(page.getByText('PlayerOne').first()).toBeVisible()
    await control(page, 'Cookies').click()
    await expect(page.getByRole('switch', { name: 'Marketing cookies' })).toBeVisible()
    await control(page, 'My information').click()
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.sent('GET token/IDENT-1')).toHaveLength(1)
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')
    await page.goBack()
    await expect(page).toBeOnPath('/')
    await expect(page.getByText(/PlayerOne|SteamGuy|r@example\.com/)).toHaveCount(0)
  },
)

test(
  'AT-GEN-13 The page of a bad request shows its message · PROD',
  covers('R-2.23-4'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/errors/bad-request?message=This%20request%20is%20not%20authorized.')
    await expect(page.getByText('Ooops, something went wrong.')).toBeVisible()
    await expect(page.getByText('This request is not authorized.')).toBeVisible()
  },
)
