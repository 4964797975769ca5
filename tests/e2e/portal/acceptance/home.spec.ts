import { type Environment, environments } from '@gatehouse/contract/environments'
import { distinctBy } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

/** The names of the two ways in, with the scenario that lists them and its requirements. */
function labelsOf(environment: Environment) {
  if (environment === 'RELIC') {
    return {
      id: 'AT-HOME-01',
      requirements: ['R-2.4-7', 'R-2.4-8', 'R-1.4-10'],
      labels: ['Login with Relic Account', 'Create a Relic Account'],
    }
  }
  if (environment === 'CREATIVE-ASSEMBLY') {
    return {
      id: 'AT-HOME-02',
      requirements: ['R-2.4-9', 'R-2.4-10'],
      labels: ['Login/Register with CA Account', 'Create a CA Account'],
    }
  }
  return {
    id: 'AT-HOME-03',
    requirements: ['R-2.4-1', 'R-2.4-2', 'R-2.4-3', 'R-2.4-4', 'R-2.4-11', 'R-2.4-12'],
    labels: ['Log in', 'Create an account'],
  }
}

for (const environment of distinctBy(({ homeLabels, passwordRecovery, register }) => [
  homeLabels,
  passwordRecovery,
  register,
])) {
  const { id, requirements, labels } = labelsOf(environment)
  const isRecovered = environments[environment].passwordRecovery === 'open'
  const link = isRecovered ? 'AT-HOME-04' : 'AT-HOME-05'
  const isOwn = environments[environment].register === 'own-form'
  const ids = [id, link, ...(isOwn ? ['AT-HOME-06'] : [])].join(' ')
  test(
    `${ids} Home names its ways in, and the lost password where it can be recovered · ${environment}`,
    covers(
      ...requirements,
      ...(isRecovered ? ['R-2.4-5', 'R-2.4-14'] : ['R-2.4-6']),
      ...(isOwn ? ['R-2.4-13', 'R-2.4-15'] : []),
    ),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/')
      await test.step(`${id} labels`, async () => {
        for (const name of ['Browse website', ...labels]) {
          await expect(control(page, name)).toBeVisible()
        }
        for (const name of ['Log in', 'Create an account']) {
          if (!labels.includes(name) && id === 'AT-HOME-01') {
            await expect(control(page, name)).toHaveCount(0)
          }
        }
      })
      await test.step(`${link} the link of a lost password`, async () => {
        if (isRecovered) {
          const lost = control(page, 'Lost your password?')
          await expect(lost).toHaveAttribute('href', '/password-recovery')
        } else {
          await expect(page.getByRole('link', { name: /password/i })).toHaveCount(0)
          await expect(page.getByRole('button', { name: /password/i })).toHaveCount(0)
          await expect(page.locator('[href*="/password-recovery"]')).toHaveCount(0)
        }
      })
      if (!isOwn) return
      await test.step('AT-HOME-06 navigation', async () => {
        await control(page, 'Log in').click()
        await expect(page).toBeOnPath('/login')
        await page.goBack()
        await control(page, 'Create an account').click()
        await expect(page).toBeOnPath('/register')
        await page.goBack()
        await control(page, 'Browse website').click()
        await expect(page).toHaveURL('https://www.site.test/')
      })
    },
  )
}
