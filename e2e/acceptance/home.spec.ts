import {
  distinctBy,
  ownLoginEnvironments,
  partnerEnvironments,
  standardAccountEnvironments,
} from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { covers, test } from '../fixtures/test.ts'

test(
  'AT-HOME-01 RELIC labels · RELIC',
  covers('R-2.4-7', 'R-2.4-8', 'R-1.4-10'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('RELIC')
    await page.goto('/')
    await expect(control(page, 'Login with Relic Account')).toBeVisible()
    await expect(control(page, 'Create a Relic Account')).toBeVisible()
    await expect(control(page, 'Log in')).toHaveCount(0)
    await expect(control(page, 'Create an account')).toHaveCount(0)
  },
)

test(
  'AT-HOME-02 Creative Assembly labels · CREATIVE-ASSEMBLY',
  covers('R-2.4-9', 'R-2.4-10'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('CREATIVE-ASSEMBLY')
    await page.goto('/')
    await expect(control(page, 'Login/Register with CA Account')).toBeVisible()
    await expect(control(page, 'Create a CA Account')).toBeVisible()
  },
)

for (const environment of distinctBy(({ homeLabels, passwordRecovery }) => [
  homeLabels,
  passwordRecovery,
]).filter((name) => !['RELIC', 'CREATIVE-ASSEMBLY'].includes(name))) {
  test(
    `AT-HOME-03 Labels of the others · ${environment}`,
    covers('R-2.4-1', 'R-2.4-2', 'R-2.4-3', 'R-2.4-4', 'R-2.4-11', 'R-2.4-12'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/')
      for (const name of ['Browse website', 'Log in', 'Create an account']) {
        await expect(control(page, name)).toBeVisible()
      }
    },
  )
}

for (const environment of distinctBy(
  ({ passwordRecovery }) => passwordRecovery,
  ownLoginEnvironments,
)) {
  test(
    `AT-HOME-04 Lost-password link · ${environment}`,
    covers('R-2.4-5', 'R-2.4-14'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/')
      await expect(control(page, 'Lost your password?')).toHaveAttribute(
        'href',
        '/password-recovery',
      )
    },
  )
}

for (const environment of partnerEnvironments) {
  test(
    `AT-HOME-05 No lost-password link for partners · ${environment}`,
    covers('R-2.4-6'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/')
      await expect(control(page, 'Browse website')).toBeVisible()
      await expect(page.getByRole('link', { name: /password/i })).toHaveCount(0)
      await expect(page.getByRole('button', { name: /password/i })).toHaveCount(0)
      await expect(page.locator('[href*="/password-recovery"]')).toHaveCount(0)
    },
  )
}

for (const environment of distinctBy(({ register }) => register, standardAccountEnvironments)) {
  test(
    `AT-HOME-06 Navigation from Home · ${environment}`,
    covers('R-2.4-13', 'R-2.4-15'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/')
      await control(page, 'Log in').click()
      await expect(page).toBeOnPath('/login')
      await page.goBack()
      await control(page, 'Create an account').click()
      await expect(page).toBeOnPath('/register')
      await page.goBack()
      await control(page, 'Browse website').click()
      await expect(page).toHaveURL('https://www.site.test/')
    },
  )
}
