import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

/*
 * A scanner of a mail program: its own browser that runs the scripts of every link that it finds
 * in a mail, against the running product.
 */

async function keptBy(context: BrowserContext, page: Page): Promise<string> {
  const { cookies, origins } = await context.storageState()
  const here = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  return JSON.stringify([cookies, origins, here])
}

test(
  'D25 A scanner with scripts confirms where links act on load, and its browser gets nothing of the player · PROD',
  atNight(),
  async ({ page, context, mailbox }) => {
    const { registration, api, link, dispose } = await registerPlayer('PROD', mailbox)
    const { username, email, password } = registration
    const body = { UsernameOrEmail: username, Password: password }
    expect((await api.send('POST log/log-in', body)).status).toBe(400)
    await page.goto(link.href)
    await expect(page).toBeOnPath('/login')
    // Only the name that the form offers, and no session of anybody's.
    const { cookies } = await context.storageState()
    expect(cookies.filter(({ httpOnly }) => httpOnly)).toEqual([])
    expect(await keptBy(context, page)).not.toContain(email)
    expect(await keptBy(context, page)).not.toContain(link.searchParams.get('uid'))
    await page.goto(new URL('/account', link).href)
    await expect(page).not.toBeOnPath('/account')
    // The player finds the account confirmed, with the password that only the player knows.
    expect((await api.send('POST log/log-in', body)).status).toBe(200)
    await dispose()
  },
)

test('D25 A scanner with scripts uses nothing up where the file says nothing of links, and a press does · BRANDED', async ({
  page,
  mailbox,
}) => {
  const { registration, api, link, dispose } = await registerPlayer('BRANDED', mailbox)
  const body = { UsernameOrEmail: registration.username, Password: registration.password }
  const requests = await requestsOfNextPages(page)
  await page.clock.install()
  await page.goto(link.href)
  await expect(control(page, 'Confirm')).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.clock.runFor('00:30')
  const sent = requests.filter((request) => request.method() !== 'GET')
  expect(sent.map(pathOf).filter((path) => path.includes('/email/confirm'))).toEqual([])
  expect((await api.send('POST log/log-in', body)).status).toBe(400)
  await control(page, 'Confirm').click()
  await expect(page).toBeOnPath('/login')
  expect((await api.send('POST log/log-in', body)).status).toBe(200)
  await dispose()
})
