import { stubbedApiAddress } from '../../fixtures/running-product/addresses.ts'
import { distinctBy } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import { pathOf, stepsFromNowOn } from '../../fixtures/traffic.ts'

for (const environment of distinctBy(() => null)) {
  test(
    `AT-CFG-01 The configuration is the first call · ${environment}`,
    covers('R-1.4-1', 'R-1.4-21', 'R-7.2-1', 'R-7.1-3'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      const steps = stepsFromNowOn(page)
      await page.goto('/')
      await expect(page).toBeOnPath('/account')
      const configuration = '/runtime-configuration/current/environment.json'
      const configured = steps.findIndex(
        ({ step, request }) => step === 'answered' && pathOf(request) === configuration,
      )
      const called = steps.findIndex(({ request }) => request.url().startsWith(stubbedApiAddress))
      expect(configured).toBeGreaterThan(0)
      expect(called).toBeGreaterThan(configured)
      expect(stubbedApi.calls.length).toBeGreaterThan(0)
    },
  )
}

for (const name of ['FOO', '']) {
  test(
    `AT-CFG-02 An unknown environment behaves like the others · ${name || 'missing'}`,
    covers('R-1.2-7', 'R-1.2-1'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(name)
      await page.goto('/')
      await expect(control(page, 'Log in')).toBeVisible()
      await expect(control(page, 'Create an account')).toBeVisible()
      await expect(control(page, 'Lost your password?')).toBeVisible()
      await page.goto('/login')
      await expect(field(page, 'Username or email')).toBeVisible()
      await expect(control(page, 'Next')).toBeVisible()
      expect(stubbedApi.sent('POST partner/*/login-url')).toEqual([])
    },
  )
}

test.describe('one load', () => {
  test.use({ ownPage: true })

  test(
    'AT-CFG-05 Each page has its title · PROD',
    covers('R-1.5-4', 'R-1.5-6'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in('PROD')
      let loads = 0
      page.on('load', () => (loads += 1))
      await page.goto('/')
      await expect(page).toHaveTitle('Account - Home')
      await control(page, 'Log in').click()
      await expect(page).toHaveTitle('Account - Login')
      await control(page, 'Create an account').click()
      await expect(page).toHaveTitle('Account - Register')
      expect(loads).toBe(1)
    },
  )
})

test(
  'AT-CFG-07 Calls carry the API key and the bearer · PROD',
  covers('R-7.1-1', 'R-7.1-2', 'R-1.4-8', 'R-1.4-7'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    const configuration = page.waitForRequest('**/runtime-configuration/**')
    await page.goto('/account')
    await expect(page.getByText('PlayerOne').first()).toBeVisible()
    expect((await configuration).headers()['authorization']).toBeUndefined()
    for (const { headers } of stubbedApi.calls) expect(headers['x-api-key']).toBe('KEY-123')
    const ofPlayer = stubbedApi.calls.filter(({ name }) => name.includes(' profile/'))
    expect(ofPlayer.length).toBeGreaterThanOrEqual(2)
    for (const { headers } of ofPlayer) expect(headers['authorization']).toBe('Bearer BEARER-1')
  },
)
