import { paths } from '@gatehouse/contract/routes'
import {
  hostOf,
  loopback,
  portalOf,
  stubbedApiAddress,
} from '../fixtures/running-product/addresses.ts'
import { allEnvironments, distinctBy } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { covers, test } from '../fixtures/test.ts'

for (const environment of distinctBy(() => null)) {
  test(
    `AT-CFG-01 The configuration is the first call · ${environment}`,
    covers('R-1.4-1', 'R-1.4-21', 'R-7.2-1', 'R-7.1-3'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      const seen: string[] = []
      const configuration = '/runtime-configuration/current/environment.json'
      page.on('requestfinished', (request) => {
        if (new URL(request.url()).pathname === configuration) seen.push('configuration answered')
      })
      page.on('request', (request) => {
        if (request.url().startsWith(stubbedApiAddress)) seen.push('call')
      })
      await page.goto('/')
      await expect(page).toBeOnPath('/account')
      expect(seen.slice(0, 2)).toEqual(['configuration answered', 'call'])
      expect(stubbedApi.calls.length).toBeGreaterThan(0)
    },
  )
}

for (const environment of allEnvironments) {
  test(
    `AT-CFG-06 Home loads without an error · ${environment}`,
    covers('R-1.1-4', 'R-1.2-1', 'R-2.1-2', 'R-1.5-1', 'R-1.5-2', 'R-1.5-3'),
    async ({ page, request }) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(portalOf(environment))
      await expect(page).toHaveTitle('Account - Home')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const broken = await page
        .locator('img')
        .evaluateAll((images: HTMLImageElement[]) =>
          images
            .filter((image) => image.complete && image.naturalWidth === 0)
            .map(({ src }) => src),
        )
      expect([...errors, ...broken]).toEqual([])
      // One build for all: the same files as LOCAL's.
      const scripts = async (host: string) =>
        (await (await request.get(loopback, { headers: { host } })).text()).match(
          /\/assets\/[^"]+\.js/g,
        )
      expect((await scripts(hostOf('LOCAL')))?.length).toBeGreaterThan(0)
      expect(await scripts(hostOf(environment))).toEqual(await scripts(hostOf('LOCAL')))
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

// PREPROD is the deployment that conceals its configuration.
test(
  'AT-CFG-04 The portal reads an encrypted configuration · PREPROD',
  covers('R-1.4-22', 'R-1.4-23'),
  async ({ page, request }) => {
    const answer = await request.get(`${loopback}/runtime-configuration/current/environment.json`, {
      headers: { host: hostOf('PREPROD') },
    })
    const { Value, Encrypted } = (await answer.json()) as { Value: string; Encrypted: boolean }
    expect(Encrypted).toBe(true)
    expect(Value + atob(Value)).not.toMatch(/http|PREPROD/i)

    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(portalOf('PREPROD'))
    await expect(control(page, 'Log in')).toBeVisible()
    expect(errors).toEqual([])
  },
)

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

test('AT-CFG-08 Every path is served as a page · PROD', covers('R-2.1-1'), async ({ request }) => {
  for (const path of Object.values(paths)) {
    const answer = await request.get(`${loopback}${path}`, {
      headers: { host: hostOf('PROD'), accept: 'text/html' },
      maxRedirects: 0,
    })
    expect(answer.status(), path).toBe(200)
    expect(await answer.text(), path).toContain('<div id="root"')
  }
})
