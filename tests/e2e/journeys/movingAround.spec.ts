import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages, responsesOfNextPages } from '../fixtures/traffic.ts'

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
  const fetched = page.waitForResponse(/\/assets\/AccountLayout-.*\.js/)
  await page.goto('/login')
  expect((await fetched).status()).toBe(200)
  await expect(field(page, 'Password')).toBeVisible()
})

test('the data of a screen is requested with the page, and no part of it twice', async ({
  page,
}) => {
  const requests = await requestsOfNextPages(page)
  const wasted: string[] = []
  page.on('console', (message) => wasted.push(message.text()))
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await expect(field(page, 'Username or email')).toBeEnabled()
  const asked = requests.map(pathOf)
  const twice = asked.filter((path, place) => asked.indexOf(path) !== place)
  expect(twice).toEqual([])
  const isThere = (file: RegExp) => asked.findIndex((path) => file.test(path))
  expect(isThere(/environment\.json$/)).toBeGreaterThan(0)
  expect(isThere(/\/en-.*\.js$/)).toBeGreaterThan(0)
  expect(wasted.filter((text) => text.includes('preload'))).toEqual([])
})

test('texts are sent as small as they get', async ({ page }) => {
  const responses = await responsesOfNextPages(page)
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await expect(field(page, 'Username or email')).toBeEnabled()
  const texts = responses.filter((response) => /^\/login$|\.(js|css|svg)$/.test(pathOf(response)))
  expect(texts.map(pathOf)).toContain('/login')
  const larger = texts.filter((response) => response.headers()['content-encoding'] !== 'br')
  expect(larger.map(pathOf)).toEqual([])
})
