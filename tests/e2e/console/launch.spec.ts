import type { Page } from '@playwright/test'
import { launchSamples, refusingNode } from '../fixtures/answered-console/answers.ts'
import { ada, bea, sam } from '../fixtures/answered-console/staff.ts'
import { done, expect, refused, test } from '../fixtures/answered-console/test.ts'
import { requestsOfNextPages } from '../fixtures/traffic.ts'

const card = (page: Page, title: string) =>
  page.locator('.figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const signInsNow = (page: Page) => card(page, 'Sign-ins').locator('.now')

/** One server with so many sign-ins in each five seconds, for half an hour. */
const steady = (signIns: number, later = 0) => {
  const { samples, marks } = launchSamples(Date.now() + later * 1000)
  return { samples: samples.map((each) => ({ ...each, signIns, node: 'one' })), marks }
}

const gone = () => refused(503, 'UNAVAILABLE', 'The database does not answer. Try again soon.')

test('new samples are asked for behind the last one, and no person is said to ask (AT-CON2-55)', async ({
  page,
  answered,
}) => {
  answered.me = bea
  const requests = await requestsOfNextPages(page)
  let signIns = 50
  answered.answer('launch samples', () => done('', steady(signIns, (signIns - 50) / 20)))
  await page.goto('/prod/launch')
  await expect(signInsNow(page)).toHaveText('10 a second')
  signIns = 250
  await expect(signInsNow(page)).toHaveText('50 a second')
  const [first, second] = answered.ordersOf('launch samples')
  expect(first?.order['deployment']).toBe('prod')
  expect(String(second?.order['since']) > String(first?.order['since'])).toBe(true)
  const watching = requests
    .filter((request) => request.url().endsWith('/launch/samples'))
    .map((request) => request.headers()['x-gatehouse-watching'])
  expect(watching.slice(0, 2)).toEqual([undefined, '1'])
})

test('the last values stay, grey and with a notice, while the database is away, and the page recovers (AT-CON2-55)', async ({
  page,
  answered,
}) => {
  answered.me = ada
  await page.goto('/house/launch')
  const before = await signInsNow(page).innerText()
  answered.answer('launch samples', gone)
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('The database does not answer.')
  await expect(notice).toContainText(/You see the values of \d\d:\d\d:\d\d/)
  await expect(signInsNow(page)).toHaveText(before)
  await expect(page.locator('[data-old]')).toBeVisible()
  answered.answer('launch samples', () => done('', steady(100, 30)))
  await expect(notice).toBeHidden()
  await expect(signInsNow(page)).toHaveText('20 a second')
  await expect(page.locator('[data-old]')).toHaveCount(0)
})

test('a page that was opened while the database was away shows the values when it is back', async ({
  page,
  answered,
}) => {
  answered.me = ada
  answered.answer('launch samples', gone)
  await page.goto('/house/launch')
  await expect(page.getByRole('alert')).toContainText('UNAVAILABLE')
  answered.answer('launch samples', () => done('', steady(100)))
  await expect(signInsNow(page)).toHaveText('20 a second')
})

test('servers that write no more samples are said to be so, and none at all is no zero', async ({
  page,
  answered,
}) => {
  answered.me = ada
  const same = steady(100)
  answered.answer('launch samples', () => done('', same))
  await page.clock.install()
  await page.goto('/house/launch')
  await expect(signInsNow(page)).toHaveText('20 a second')
  await page.clock.runFor(25_000)
  await expect(page.getByRole('alert')).toContainText('No server is reporting.')
  answered.answer('launch samples', () => done('', { samples: [], marks: [] }))
  await page.goto('/house/launch?span=2-hours')
  await expect(page.getByText('No server has reported in this time')).toBeVisible()
  await expect(page.locator('.figure')).toHaveCount(0)
})

test('each chart has its table, a publish and a mailing are marks at their moment', async ({
  page,
  answered,
}) => {
  answered.me = bea
  await page.goto('/prod/launch')
  const refusals = card(page, 'Refusals')
  await refusals.getByText('As a table').click()
  await expect(refusals.getByRole('columnheader').nth(1)).toHaveText(
    'ERROR_USERNAME_PASSWORD_INCORRECT',
  )
  await expect(refusals.getByRole('row')).toHaveCount(91)
  await expect(card(page, 'Sign-ins').locator('.moment')).toHaveCount(2)
  await expect(page.getByText('mailing 6: The gates open')).toBeVisible()
})

test('a wall has no navigation, fits 1920 by 1080, and keys lead to it and back', async ({
  page,
  answered,
}) => {
  answered.me = ada
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/house/health')
  await expect(page.getByRole('heading', { name: 'Servers' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('launch day')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Show on a wall' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
  const fits = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const cards = [...document.querySelectorAll('.figure')]
    const isCut = cards.some((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      const inner = each.querySelector('.chart')?.getBoundingClientRect().bottom ?? bottom
      return top < 0 || bottom > innerHeight || inner > bottom
    })
    return { isCut, wide: scrollWidth - innerWidth, tall: scrollHeight - innerHeight }
  })
  expect(fits).toEqual({ isCut: false, wide: 0, tall: 0 })
  const size = await signInsNow(page)
    .locator('strong')
    .evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize))
  expect(size).toBeGreaterThan(48)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).toHaveURL(/\/launch$/)
})

test('the times are in the address, and a keyboard chooses another one', async ({
  page,
  answered,
}) => {
  answered.me = bea
  await page.goto('/prod/launch')
  await page.getByRole('link', { name: '24 hours' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/span=24-hours/)
  await expect
    .poll(
      () =>
        Date.now() - Date.parse(String(answered.ordersOf('launch samples').at(-1)?.order['since'])),
    )
    .toBeGreaterThan(86_000_000)
})

test('health names a server that refuses a version with its field, one that is silent, and a broken chain (AT-CON2-52)', async ({
  page,
  answered,
}) => {
  answered.me = ada
  await page.goto('/house/health')
  const [why = ''] = refusingNode.refused.flatMap((each) => each.why)
  const two = page.getByRole('row').filter({ hasText: 'Refuses prod, version 14' })
  await expect(two).toContainText(why)
  await expect(page.getByRole('row').filter({ hasText: 'three' })).toContainText('silent')
  const chain = page.locator('.parts > li').filter({ hasText: 'Audit log' })
  await expect(chain).toContainText('entry 4,211 was changed')
  await expect(chain).toContainText('26 Nov 2026, 20:00')
  await expect(page.getByRole('row').filter({ hasText: 'NzbLsXh8uD' })).toContainText('signs')
  answered.answer('health nodes', () => done('', []))
  await expect(page.getByText('No server has reported')).toBeVisible()
})

test('health is the house’s, and support has neither screen', async ({ page, answered }) => {
  answered.me = sam
  for (const path of ['/prod/health', '/prod/launch']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
  }
})
