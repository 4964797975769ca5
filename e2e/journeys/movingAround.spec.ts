import { holdBack, ok } from '../fixtures/stubbed-api/answers.ts'
import { token } from '../fixtures/stubbed-api/defaults.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'

test.describe('a new screen begins at its top, and one that was left is found as it was', () => {
  test.use({ viewport: { width: 390, height: 420 } })

  test('by Back and by a reload', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('SANDBOX')
    await signIn()
    await page.goto('/account')
    const section = control(page, 'Cookies')
    await expect(section).toBeVisible()
    await page.evaluate(() => scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => history.state?.top)).toBe(300)
    // Without the pointer, which would scroll by itself.
    await section.dispatchEvent('click')
    await expect(page).toBeOnPath('/account/cookies')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toBeOnPath('/account')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await page.reload()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  })

  test('by a reload whose answer is slow', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('SANDBOX')
    await signIn()
    await page.goto('/account')
    await expect(control(page, 'Cookies')).toBeVisible()
    await page.evaluate(() => scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => history.state?.top)).toBe(300)
    const answer = holdBack()
    stubbedApi.stub('GET token/IDENT-1', () => answer.of(ok(token)))
    await page.reload()
    // What waits for its answer is too short to be scrolled.
    await expect(page.getByRole('main').getByText('One moment, please.')).toBeVisible()
    answer.release()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  })
})

test('a click that asks for a tab of its own is left to the browser', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  await page.goto('/')
  // The tab itself is not opened: Chromium sometimes never shows one that a driver watches.
  const isLeft = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('click', (event) => {
          resolve(!event.defaultPrevented)
          event.preventDefault()
        })
      }),
  )
  await control(page, 'Log in').click({ modifiers: ['ControlOrMeta'] })
  expect(await isLeft).toBe(true)
  await expect(page).toBeOnPath('/')
  await control(page, 'Log in').click()
  await expect(page).toBeOnPath('/login')
})

test.describe('where motion is welcome', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('screens follow each other however fast they are asked for', async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(portalOf('SANDBOX'))
    await control(page, 'Reject all').click()
    await control(page, 'Log in').click()
    await expect(field(page, 'Username or email')).toBeVisible()
    await page.evaluate(() => history.back())
    await page.evaluate(() => history.forward())
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Username or email')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Build and play' })).toBeFocused()
    expect(errors).toEqual([])
  })
})

test('the account is there before a player has logged in', async ({ page, stubbedApi }) => {
  await stubbedApi.in('SANDBOX')
  const fetched = page.waitForResponse(/\/assets\/accountScreen-.*\.js/)
  await page.goto('/login')
  expect((await fetched).status()).toBe(200)
  await expect(field(page, 'Password')).toBeVisible()
})

test('what a screen needs is asked for with the page, and nothing of it twice', async ({
  page,
}) => {
  const asked: string[] = []
  const wasted: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('console', (message) => wasted.push(message.text()))
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await expect(field(page, 'Username or email')).toBeEnabled()
  const twice = asked.filter((path, place) => asked.indexOf(path) !== place)
  expect(twice).toEqual([])
  const isThere = (file: RegExp) => asked.findIndex((path) => file.test(path))
  expect(isThere(/environment\.json$/)).toBeGreaterThan(0)
  expect(isThere(/\/en-.*\.js$/)).toBeGreaterThan(0)
  expect(wasted.filter((text) => text.includes('preload'))).toEqual([])
})

test('texts are sent as small as they get', async ({ page }) => {
  const packed = new Map<string, string | undefined>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isText = /^\/login$|\.(js|css|svg)$/.test(pathname)
    if (isText) packed.set(pathname, response.headers()['content-encoding'])
  })
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await expect(field(page, 'Username or email')).toBeEnabled()
  expect([...packed.keys()]).toContain('/login')
  expect([...packed].filter(([, encoding]) => encoding !== 'br')).toEqual([])
})
