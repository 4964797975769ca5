import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'
import { requestsFromNowOn } from '../fixtures/traffic.ts'

/* The data that is left in a browser after a log-out, and its cookies. */

const portal = portalOf('TEST')

test('F16 After a log-out neither Back, history, cache nor an offline page shows the player · TEST', async ({
  page,
  context,
  mailbox,
}) => {
  const { username, email, password } = await newPlayer(page, 'TEST', mailbox)
  // Of both tabs.
  const requests = requestsFromNowOn(context)
  await page.goto(`${portal}/login`)
  await logIn(page, 'TEST', { name: username, password })
  await expect(page).toBeOnPath('/account')
  await expect(page.getByText(username).first()).toBeVisible()
  await page.goto(`${portal}/account/link-account`)
  await expect(page.getByText(username).first()).toBeVisible()
  // Another tab that was open meanwhile.
  const tab = await context.newPage()
  await tab.goto(`${portal}/account`)
  await expect(tab.getByText(username).first()).toBeVisible()
  await control(page, 'Logout').click()
  await expect(page).toBeOnPath('/')

  const person = new RegExp(`${username}|${email}`, 'i')
  for (let steps = 0; steps < 4; steps += 1) {
    await page.goBack().catch(() => null)
    await expect(page.getByText(person)).toHaveCount(0)
  }
  // The history may end on the browser's own first page, which cannot read what the portal keeps.
  if (!page.url().startsWith(portal)) await page.goto(portal)
  await tab.reload()
  await expect(tab).toBeOnPath('/')
  await expect(tab.getByText(person)).toHaveCount(0)

  const asked = requests
    .map((request) => request.url())
    .filter((url) => url.startsWith(`${portal}/api/`))
  const cached = await page.evaluate(async (urls) => {
    const found: string[] = []
    for (const url of urls) {
      const answer = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(
        () => null,
      )
      if (answer?.ok) found.push(url)
    }
    return found
  }, asked)
  expect(asked.length).toBeGreaterThan(3)
  expect(cached).toEqual([])
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(kept).not.toMatch(person)

  await context.setOffline(true)
  await page.goto(`${portal}/account`).catch(() => null)
  // The browser's own error page may still be on its way.
  await expect.poll(() => page.content().catch(() => username)).not.toMatch(person)
  await context.setOffline(false)
})

test(
  'F24 After a log-out nothing of the visit is kept · TEST',
  atNight(),
  async ({ page, mailbox }) => {
    const { username, password } = await newPlayer(page, 'TEST', mailbox)
    await page.goto(`${portal}/login?state=from-a-site&clientId=community&utm_source=spring`)
    await logIn(page, 'TEST', { name: username, password })
    await expect(page).toBeOnPath('/account')
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => name !== 'sso.scheme'))
    expect(await kept()).toEqual(expect.arrayContaining(['sso.state', 'sso.tracking']))
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')
    expect(await kept()).toEqual([])
  },
)

test('F17 Every cookie of a visit, a log-in and a consent is of a class · TEST', async ({
  page,
  context,
  mailbox,
}) => {
  const { username, password } = await newPlayer(page, 'TEST', mailbox)
  await page.goto(`${portal}/login`)
  await logIn(page, 'TEST', { name: username, password })
  await expect(page).toBeOnPath('/account')
  await control(page, 'Accept all').click()
  await expect(control(page, 'Accept all')).toHaveCount(0)
  const day = 24 * 3600
  const classes: Readonly<Record<string, readonly [boolean, 'Strict' | 'Lax', number]>> = {
    // The secret half of the session, and that a player logged in here before.
    sso_session: [true, 'Strict', 30 * day],
    sso_browser: [true, 'Strict', 180 * day],
    sso_sites: [true, 'Lax', 30 * day],
    // The public handle, which the portal reads.
    sso_identity: [false, 'Strict', 30 * day],
    // The player's consents.
    sso_consent_analytics: [false, 'Lax', 365 * day],
    sso_consent_marketing: [false, 'Lax', 365 * day],
    sso_consent_given: [false, 'Lax', 365 * day],
  }
  const cookies = await context.cookies(portal)
  for (const { name, value, httpOnly, sameSite, path, domain, expires } of cookies) {
    const [isHidden, site, lives] = classes[name] ?? []
    expect([name, httpOnly, sameSite, path]).toEqual([name, isHidden, site, '/'])
    expect(domain, name).toBe(new URL(portal).hostname)
    expect(expires - Date.now() / 1000, name).toBeLessThan((lives ?? 0) + 60)
    expect(name.length + value.length).toBeLessThan(4096)
  }
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(Object.keys(classes).toSorted())
})
