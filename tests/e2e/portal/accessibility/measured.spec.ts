import { firstByDay } from '../../fixtures/environments.ts'
import type { Locator } from '@playwright/test'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { identification, player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { themedDeployments, themesInTurn } from '../../screenshots/variants.ts'
import { showTheme } from '../../accessibility/showTheme.ts'
import { open } from '../../accessibility/states/state.ts'

/* Visual rules in numbers: edges, heights, lines and typefaces. */

const widths = [320, 390, 960, 1280, 1920, 3840]

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${locator.toString()} is not on the page.`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('Header, menu and content of the account end at one right edge, at every width', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await open(page, '/account')
  for (const theme of themesInTurn(0)) {
    await showTheme(page, theme)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const edge = (await boxOf(control(page, 'Logout'))).right
      const main = (await boxOf(page.getByRole('main'))).right
      const menu = (await boxOf(page.getByRole('navigation'))).right
      // On a small screen the menu is a strip as wide as the screen.
      const content = width < 960 ? main : Math.max(main, menu)
      expect.soft(Math.abs(content - edge), `${theme}, ${width} px`).toBeLessThanOrEqual(1)
      const left = (await boxOf(page.getByRole('banner').getByRole('link').first())).x
      const start = width < 960 ? (await boxOf(page.getByRole('main'))).x : left
      expect.soft(Math.abs(start - left), `${theme}, ${width} px, start`).toBeLessThanOrEqual(1)
    }
  }
})

test('On a phone the first row of My information is on the first screen', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await open(page, '/account')
  for (const theme of themesInTurn(7)) {
    await showTheme(page, theme)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const { bottom } = await boxOf(page.getByRole('region', { name: 'Username' }))
      expect.soft(bottom, `${theme}, ${width} px`).toBeLessThanOrEqual(700)
    }
  }
})

test('Each theme has its own composition for the account', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.setViewportSize({ width: 1280, height: 900 })
  await open(page, '/account')
  const drawn = new Map<string, string>()
  for (const theme of themedDeployments) {
    await showTheme(page, theme)
    drawn.set(theme, await page.evaluate(compositionOf))
  }
  for (const [theme, composition] of drawn) {
    const same = [...drawn].filter(([, other]) => other === composition).map(([name]) => name)
    expect.soft(same, 'themes without colours').toEqual([theme])
  }
})

/** How the parts of the account stand to each other, without a colour. */
function compositionOf(): string {
  // oxlint-disable unicorn/consistent-function-scoping -- the browser gets this function alone
  const main = document.querySelector('main') ?? document.body
  const at = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()
  const [first, second, third] = [...main.querySelectorAll('section')].map(at)
  const [heading, menu] = [at(main.querySelector('h1')), at(document.querySelector('nav'))]
  const [overview, name] = [at(main.querySelector('aside')), at(main.querySelector('h2'))]
  const value = at(main.querySelector('section p'))
  const button = at(main.querySelector('section a'))
  const side = (one = new DOMRect(), other = new DOMRect()) => {
    if (one.bottom <= other.top) return 'above'
    if (one.top >= other.bottom) return 'below'
    return one.left < other.left ? 'before' : 'after'
  }
  // oxlint-enable unicorn/consistent-function-scoping
  return JSON.stringify({
    menu: side(menu, heading),
    overview: side(overview, first),
    rows: [side(first, second), side(second, third), first?.width === second?.width],
    isSlope: first?.left !== third?.left && side(second, third) === 'above',
    name: [side(name, value), side(value, button)],
  })
}

test('Cards and rows of My information begin in one line', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.setViewportSize({ width: 1280, height: 900 })
  await open(page, '/account')
  const row = await boxOf(page.getByRole('region', { name: 'Username' }))
  const cards = page.getByRole('complementary')
  expect(Math.abs(row.y - (await boxOf(cards)).y)).toBeLessThanOrEqual(1)
  // In a sheet they follow its rows at once: no empty sheet below few of these.
  for (const theme of ['RELIC', 'TWO-POINT-STUDIOS'] as const) {
    await showTheme(page, theme)
    const last = await boxOf(page.getByRole('region', { name: 'Password' }))
    const gap = (await boxOf(cards)).y - (last.y + last.height)
    expect.soft(gap, theme).toBeGreaterThan(0)
    expect.soft(gap, theme).toBeLessThanOrEqual(48)
  }
})

test('The scene behind a player ends without a hard edge at the name', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/account')
  const name = page.getByRole('region', { name: 'Player' }).getByText('PlayerOne')
  for (const theme of themesInTurn(9)) {
    await showTheme(page, theme)
    const plate = name.locator('xpath=../..')
    const ground = await styleOf(plate, 'background-color')
    const [blur] = /\d+px \d+px (\d+)px/.exec(await styleOf(plate, 'box-shadow'))?.slice(1) ?? []
    expect.soft(ground === 'rgba(0, 0, 0, 0)' || Number(blur) >= 8, theme).toBe(true)
  }
})

test('On a phone the heading of a section begins within 160 px', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await open(page, '/account/cookies')
  for (const theme of themesInTurn(1)) {
    await showTheme(page, theme)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const { y } = await boxOf(page.getByRole('heading', { level: 1 }))
      expect.soft(y, `${theme}, ${width} px`).toBeLessThanOrEqual(160)
    }
  }
})

test('A name of 25 letters stands in one line of its card', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  const Username = 'OfAllNamesTheLongestOne25'
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Username }))
  await open(page, '/account')
  const name = page.getByRole('region', { name: 'Player' }).getByText(Username)
  for (const theme of themesInTurn(2)) {
    await showTheme(page, theme)
    for (const width of [320, 390, 960, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const lines = await name.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      })
      expect.soft(lines, `${theme}, ${width} px`).toBe(1)
    }
  }
})

test('Fields of the account and their button have one width', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await open(page, '/account/update-username')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const field = await boxOf(page.getByLabel('New username').locator('..'))
    const button = await boxOf(submit(page))
    expect(Math.abs(field.right - button.right)).toBeLessThanOrEqual(1)
    expect(Math.abs(field.x - button.x)).toBeLessThanOrEqual(1)
  }
})

test('Each theme has its own banner for the account, and no crop of the scene', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await open(page, '/account')
  const card = page.getByRole('region', { name: 'Player' })
  const banners = new Set<string>()
  for (const theme of themedDeployments) {
    await showTheme(page, theme)
    const image = await card.evaluate(
      ({ firstElementChild }) =>
        getComputedStyle(firstElementChild ?? document.body, '::before').backgroundImage,
    )
    banners.add(/url\("[^"]*\/(banner[^"/]*\.svg)"\)/.exec(image)?.[1] ?? '')
  }
  expect([...banners]).not.toContain('')
  expect(banners.size).toBe(themedDeployments.length)
})

for (const [width, height] of firstByDay([
  [320, 568],
  [360, 640],
  [390, 844],
] as const)) {
  test(`On Home the question about cookies is a sheet of a third of the screen · ${width} px`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD')
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await expect(control(page, 'Accept all')).toBeVisible()
    for (const theme of themesInTurn(4)) {
      await showTheme(page, theme)
      const sheet = await boxOf(page.getByRole('region', { name: 'Cookies' }))
      expect.soft(sheet.height / height, theme).toBeLessThanOrEqual(1 / 3)
      expect.soft(Math.round(sheet.bottom), theme).toBe(height)
      const wordmark = await boxOf(page.getByRole('banner').getByRole('link'))
      expect.soft(wordmark.bottom, theme).toBeLessThan(sheet.y)
      const art = await boxOf(page.locator('[data-layout="visitor"] > div').first())
      expect.soft(Math.min(art.bottom, sheet.y) - Math.max(art.y, 0), theme).toBeGreaterThan(90)
    }
  })
}

test('The question about cookies covers neither the gate nor the footer, at any width', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/')
  await expect(control(page, 'Accept all')).toBeVisible()
  for (const theme of themesInTurn(11)) {
    await showTheme(page, theme)
    for (const [width, height] of [
      [960, 700],
      [1280, 800],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      const question = await boxOf(page.getByRole('region', { name: 'Cookies' }))
      const column = [page.getByRole('main'), page.getByRole('contentinfo')]
      for (const part of column) {
        const box = await boxOf(part)
        const across = Math.min(question.right, box.right) - Math.max(question.x, box.x)
        const down = Math.min(question.bottom, box.bottom) - Math.max(question.y, box.y)
        expect.soft(Math.min(across, down), `${theme}, ${width} px`).toBeLessThanOrEqual(0)
      }
      expect.soft(question.x, `${theme}, ${width} px`).toBeGreaterThanOrEqual(0)
      expect.soft(question.right, `${theme}, ${width} px`).toBeLessThanOrEqual(width)
    }
  }
})

test('At 400 % the question about cookies takes a third of the screen, and the rest of it is scrolled to', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/', '/login', '/register']) {
    await page.goto(path)
    await expect(control(page, 'Accept all')).toBeAttached()
    for (const theme of themesInTurn(3)) {
      await showTheme(page, theme)
      const { height } = await boxOf(page.getByRole('region', { name: 'Cookies' }))
      expect.soft(height, `${path}, ${theme}`).toBeLessThanOrEqual(256 / 3)
    }
  }
})

test('Everything on Home stands on one axis', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/')
  for (const theme of themesInTurn(5)) {
    await showTheme(page, theme)
    const places = await page.getByRole('main').evaluate((main) => {
      const isCentred = getComputedStyle(main.querySelector('h1') ?? main).textAlign === 'center'
      return [...main.querySelectorAll('h1, p, a')].map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right } = element.matches('[data-look]:not([data-look="quiet"])')
          ? element.getBoundingClientRect()
          : range.getBoundingClientRect()
        return isCentred ? (left + right) / 2 : left
      })
    })
    expect.soft(Math.max(...places) - Math.min(...places), theme).toBeLessThanOrEqual(2)
  }
})

test('No theme writes headings and buttons in capitals', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/')
  for (const theme of themesInTurn(6)) {
    await showTheme(page, theme)
    for (const part of [page.getByRole('heading', { level: 1 }), control(page, 'Log in')]) {
      expect.soft(await styleOf(part, 'text-transform'), theme).toBe('none')
    }
  }
})

test('Letters of squares are the first heading’s alone · SANDBOX', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('SANDBOX')
  await signIn()
  await open(page, '/account')
  await showTheme(page, 'SANDBOX')
  const faces = await page
    .locator('body *:visible')
    .evaluateAll((elements) =>
      elements
        .filter((element) => getComputedStyle(element).fontFamily.startsWith('"Pixelify Sans"'))
        .map(({ tagName }) => tagName),
    )
  expect(new Set(faces)).toEqual(new Set(['H1']))
})

test('A button at work shows its sign and no words', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/login')
  // Again, until the portal has taken the page over: it makes the button again.
  const colourAtWork = async () => {
    await submit(page).evaluate((button) => button.setAttribute('aria-busy', 'true'))
    return styleOf(submit(page).locator('span').first(), 'color')
  }
  await expect.poll(colourAtWork).toBe('rgba(0, 0, 0, 0)')
})

function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  )
}

test('A long address stands in one line of the log-in’s card, and is read as a whole', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  const Username = 'nobody-knows-how-long-an-address-gets@example.com'
  stubbedApi.stub('POST log/identify', ok({ ...identification, Username, TitleName: '' }))
  await page.goto('/login')
  await field(page, 'Username or email').fill(Username)
  await submit(page).click()
  const seen = page.locator('strong bdi')
  await expect(seen).toBeVisible()
  await expect(seen.locator('xpath=..')).toContainText(Username)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const { height } = await boxOf(seen)
    const letters = await seen.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
    expect.soft(height, `${width} px`).toBeLessThan(2 * letters)
    const card = await boxOf(seen.locator('xpath=../..'))
    expect.soft((await boxOf(seen)).right, `${width} px`).toBeLessThanOrEqual(card.right + 1)
    const out = await boxOf(control(page, 'not your account'))
    expect.soft(out.y, `${width} px, the way out`).toBeGreaterThan(card.bottom)
  }
})

test('An unticked box has the colours of the theme, and not the system’s', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/register')
  const box = page.getByRole('checkbox').first()
  await expect(box).toHaveCSS('appearance', 'none')
  await box.check()
  await expect(box).not.toHaveCSS('appearance', 'none')
})

test('Only environments of ours carry a badge', async ({ page, stubbedApi }) => {
  for (const [environment, words] of [
    ['STAGING', 'StudioSTAGING'],
    ['PREPROD', 'StudioPREPROD'],
    ['PROD', 'Studio'],
    ['RELIC', 'Studio'],
    ['SANDBOX', 'Studio'],
  ] as const) {
    await stubbedApi.in(environment, { IsProd: false })
    await page.goto('/')
    await expect(page.getByRole('banner')).toHaveText(words)
  }
})
