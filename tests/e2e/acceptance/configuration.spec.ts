import { paths } from '@gatehouse/contract/routes'
import { hostOf, loopback, portalOf } from '../fixtures/running-product/addresses.ts'
import { allEnvironments, firstByDay } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { covers, test } from '../fixtures/test.ts'

for (const environment of firstByDay(allEnvironments)) {
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
