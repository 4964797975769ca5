import { waiting, pia, sam } from '../fixtures/answered-console/staff.ts'
import { done, expect, test } from '../fixtures/answered-console/test.ts'

/* Start: one field for whoever calls, what waits, and a row for each deployment. */

test('the field has the focus, / gives it back from anywhere, and keys lead to a hit and open it', async ({
  page,
  answered,
}) => {
  answered.me = { ...sam, deployments: sam.deployments.slice(0, 2) }
  await page.goto('/prod/outbox')
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  // Pressed by habit where the field has the focus already.
  await page.keyboard.type('/player')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/\?q=player$/)
  await expect(page.getByRole('status').first()).toHaveText('3 players.')
  await expect(page.getByText('RELIC took too long and may have more.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'PlayerOne' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prod\/players\/12$/)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('player')
})

test('no deployment is chosen on Start: it has no menu, and its rows lead to their first screen', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Start' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  // The whole row is pressed, not its words alone.
  await page.getByRole('listitem').filter({ hasText: 'RELIC' }).last().click()
  await expect(page).toHaveURL(/\/relic\/players$/)
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
})

test('a request is one press away, and its badge is at its own deployment alone', async ({
  page,
  answered,
}) => {
  answered.me = pia
  await page.goto('/')
  const row = page.getByRole('region', { name: 'Waiting' }).getByRole('listitem')
  await expect(row).toContainText('Paul Privacy mark-of-paul asks for the export of PlayerTwo')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/prod/approvals/${waiting.id}$`))
  const menu = page.getByRole('navigation', { name: 'Console' })
  await expect(menu.getByRole('link', { name: 'Requests 1 for you to decide' })).toBeVisible()
  await page.goto('/relic/approvals')
  await expect(menu.getByRole('link', { name: 'Requests', exact: true })).toBeVisible()
})

test('Start looks again by itself, and neither the focus nor what is typed is lost', async ({
  page,
  answered,
}) => {
  answered.me = { ...pia, waiting: [] }
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible()
  await page.getByRole('searchbox').fill('half a na')
  answered.me = pia
  await page.clock.runFor(61_000)
  await expect(page.getByRole('link', { name: 'the export of PlayerTwo' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue('half a na')
})

for (const count of [1, 12]) {
  test(`Start fits a telephone with ${count} deployments, dark and light`, async ({
    page,
    answered,
  }) => {
    const [first] = sam.deployments
    const deployments = Array.from({ length: count }, (_, at) => ({
      ...first,
      name: `deployment-${at}`,
      title: `DEPLOYMENT-WITH-A-LONG-NAME-${at}`,
    })) as typeof sam.deployments
    answered.me = { ...sam, deployments }
    answered.answer('players find-anywhere', () => done('', []))
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Start' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(count)
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overhang).toBeLessThanOrEqual(0)
    }
    // One deployment is no choice: its screens are in the menu.
    await expect(page.getByText('Choose a deployment')).toHaveCount(count === 1 ? 0 : 1)
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(count === 1 ? 1 : 0)
  })
}
