import type { Page } from '@playwright/test'
import { firstByDay } from '../fixtures/environments.ts'
import { type Deployed, portalOf } from '../fixtures/running-product/addresses.ts'
import { holdScripts, watchShifts } from '../fixtures/beforeThePortal.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'

// The page's own policy decides which styles come in.
test.use({ bypassCSP: false })

const screens: readonly (readonly [Deployed, string])[] = [
  ['PROD', '/'],
  ['PROD', '/login'],
  ['PROD', '/register'],
  ['PROD', '/password-recovery'],
  ['SANDBOX', '/login'],
  ['TWO-POINT-STUDIOS', '/register'],
  ['BRANDED', '/login'],
  ['RELIC', '/'],
]

for (const [deployment, path] of firstByDay(screens, 3)) {
  test(`${path} is seen before its scripts are there, and stays as it is when they come · ${deployment}`, async ({
    page,
  }, testInfo) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      // The run has no server for the brand's own images.
      const isOfBrand = message.location().url.includes('/brand/')
      if (['error', 'warning'].includes(message.type()) && !isOfBrand) {
        complaints.push(message.text())
      }
    })
    const letScriptsCome = await holdScripts(page)
    await page.goto(portalOf(deployment) + path, { waitUntil: 'commit' })
    await expect(page.locator('#root h1')).toBeVisible()
    await expect(page.locator('#root')).not.toHaveAttribute('data-alive')
    await facesLoaded(page)
    await artLoaded(page)
    const prerendered = await screenshot(page)
    const moved = await watchShifts(page)
    await letScriptsCome()
    await expect(page.locator('#root')).toHaveAttribute('data-alive')
    await expect(control(page, 'Reject all')).toBeVisible()
    const alive = await screenshot(page)
    await testInfo.attach('prerendered', { body: prerendered, contentType: 'image/png' })
    await testInfo.attach('alive', { body: alive, contentType: 'image/png' })
    // Edges that are drawn again may be a shade off; no player sees one of 256.
    expect(await farthestShades(page, prerendered, alive), 'the same pixels').toBeLessThan(4)
    expect(await moved()).toBe(0)
    expect(complaints).toEqual([])
  })
}

test('a prerendered screen can be used as soon as the portal is there', async ({ page }) => {
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await control(page, 'Reject all').click()
  await field(page, 'Username or email').fill('PlayerOne')
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Connect').click()
  await expect(page).toHaveURL(`${portalOf('SANDBOX')}/account`)
})

test('a prerendered screen does not ask a visitor again who has chosen about cookies', async ({
  page,
}) => {
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await control(page, 'Reject all').click()
  const letScriptsCome = await holdScripts(page)
  await page.goto(`${portalOf('SANDBOX')}/`, { waitUntil: 'commit' })
  await expect(page.getByText('One account holds all your blocks')).toBeVisible()
  await expect(page.getByText('Reject all')).toHaveCount(0)
  await letScriptsCome()
  await expect(control(page, 'Create an account')).toBeVisible()
  await expect(page.getByText('Reject all')).toHaveCount(0)
})

test(
  'a configuration of another environment than the prerendered one shows its own',
  atNight(),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('RELIC', { RegisterStudioName: 'Another' })
    await page.goto('/')
    await expect(control(page, 'Login with Relic Account')).toBeVisible()
    await expect(page.locator('style[data-environment="LOCAL"]')).toHaveCount(0)
  },
)

test('files that come later share the script that came with the page', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${portalOf('PROD')}/login`)
  await control(page, 'Reject all').click()
  await page.locator('#root a[href="/register"]').first().click()
  await expect(page.locator('[name=ConfirmEmail]')).toBeVisible()
  const [entry = '', shim = ''] = await page.evaluate(() => {
    const map = document.querySelector('script[type=importmap]')?.textContent ?? ''
    return Object.entries((JSON.parse(map) as ImportMap).imports)[0] ?? []
  })
  expect(asked).toContain(shim)
  expect(asked).not.toContain(entry)
  expect(asked.filter((path) => path.endsWith('.css')).filter((path) => /base/.test(path))).toEqual(
    [],
  )
  // The exports that it handed out are still its own, now that all has run.
  const different = await page.evaluate(async (address) => {
    const given = (await import(address)) as object
    const left = Reflect.get(globalThis, 'portalEntry') as object
    const names = Object.keys(left)
    const others = names.filter((name) => Reflect.get(left, name) !== Reflect.get(given, name))
    return names.length > 0 ? others : ['nothing']
  }, entry)
  expect(different).toEqual([])
})

test(
  'a page whose files a new release has replaced loads the page that it goes to',
  atNight(),
  async ({ page }) => {
    await page.route('**/*.inline.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.goto(`${portalOf('PROD')}/login`)
    await page.locator('#root a[href="/register"]').first().click()
    await expect(page.locator('[name=ConfirmEmail]')).toBeVisible()
    await expect(page).toHaveURL(`${portalOf('PROD')}/register`)
  },
)

test('a reload of an unchanged page brings its headers alone', async ({ page }) => {
  await page.goto(`${portalOf('PROD')}/login`)
  await page.reload()
  await expect(control(page, 'Reject all')).toBeVisible()
  const { transferSize, decodedBodySize } = await page.evaluate(() =>
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).toJSON(),
  )
  expect(transferSize).toBeLessThan(2000)
  expect(decodedBodySize).toBeGreaterThan(200_000)
})

interface ImportMap {
  readonly imports: Readonly<Record<string, string>>
}

/** Takes a screenshot. A browser that has too much to do refuses that at times. */
async function screenshot(page: Page): Promise<Buffer> {
  let taken: Buffer = Buffer.alloc(0)
  await expect(async () => {
    taken = await page.screenshot()
  }).toPass({ timeout: 15_000 })
  return taken
}

/** Waits for the faces of type that a page is set in, whether the browser has begun with them or not. */
async function facesLoaded(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      ['body', 'h1', 'button'].map((selector) => {
        const element = document.querySelector(selector)
        if (!element) throw new Error(`There is no ${selector}.`)
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
        const [face = ''] = fontFamily.split(',')
        return document.fonts.load(`${fontWeight} ${fontSize} ${face}`)
      }),
    ),
  )
}

/** How many of 256 shades two screenshots of the same size are apart where they are farthest. */
async function farthestShades(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const blank = await page.context().newPage()
  const farthest = await blank.evaluate(
    async (screenshots) => {
      const [left, right] = await Promise.all(
        screenshots.map(async (screenshot) => {
          const image = new Image()
          image.src = `data:image/png;base64,${screenshot}`
          await image.decode()
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
          canvas?.drawImage(image, 0, 0)
          return canvas?.getImageData(0, 0, image.width, image.height).data
        }),
      )
      if (!left || left.length !== right?.length) return 256
      return left.reduce((most, shade, at) => Math.max(most, Math.abs(shade - (right[at] ?? 0))), 0)
    },
    [one.toString('base64'), other.toString('base64')],
  )
  await blank.close()
  return farthest
}

/** Until the art has come, a sketch is in its place. */
async function artLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const art = document.querySelector('[data-layout="visitor"] > div')
    const [, address] =
      /url\("([^"]+)"\)/.exec(art ? getComputedStyle(art).backgroundImage : '') ?? []
    if (address === undefined) throw new Error('There is no art.')
    const image = new Image()
    image.src = address
    // The run has no server for the brand's own images.
    await image.decode().catch(() => null)
    await new Promise((shown) => {
      requestAnimationFrame(() => requestAnimationFrame(shown))
    })
  })
}
