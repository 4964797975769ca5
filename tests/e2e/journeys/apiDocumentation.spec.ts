import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { atNight, test } from '../fixtures/test.ts'
import { requestsOfNextPages } from '../fixtures/traffic.ts'

// The page's own policy must let it work.
test.use({ bypassCSP: false })

test(
  'The API documentation has our name, an introduction and none of its vendor’s offers',
  atNight(),
  async ({ page }) => {
    const requests = await requestsOfNextPages(page)
    await page.goto(`${portalOf('LOCAL')}/api/docs`)
    await expect(page).toHaveTitle('Gatehouse account API')
    await expect(page.getByRole('heading', { name: 'Gatehouse account API' }).first()).toBeVisible()
    for (const name of ['Authentication', 'Errors', 'Examples']) {
      await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()
    }
    for (const words of [
      /ask ai/i,
      /generate mcp/i,
      /^share$/i,
      /^deploy$/i,
      /powered by/i,
      /open api client/i,
    ]) {
      await expect(page.getByText(words).filter({ visible: true })).toHaveCount(0)
    }
    const asked = requests.map((request) => new URL(request.url()).host)
    expect(new Set(asked)).toEqual(new Set([new URL(portalOf('LOCAL')).host]))
  },
)
