import type { Page } from '@playwright/test'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'
import { schemes, sizes, themesInTurn } from '../../screenshots/variants.ts'
import { showTheme } from '../../accessibility/showTheme.ts'
import { open } from '../../accessibility/states/state.ts'

/*
 * A player's name stands on a picture that a gradient covers, which no token gives: the test
 * measures the background instead.
 */

// A name reaches furthest into the picture where the wide layout begins.
const widths = { ...sizes, narrow: { width: 960, height: 800 } }

for (const [turn, colorScheme] of schemes.entries()) {
  test(
    `The player's name can be read on every picture · ${colorScheme}`,
    atNight(),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in('PROD')
      await signIn()
      stubbedApi.stub('GET profile/user/42', ok({ ...player, Username: 'W'.repeat(25) }))
      await page.emulateMedia({ colorScheme })
      for (const path of ['/account', '/account/cookies']) {
        await open(page, path)
        for (const theme of themesInTurn(turn)) {
          await showTheme(page, theme)
          for (const [width, viewport] of Object.entries(widths)) {
            await page.setViewportSize(viewport)
            const measured = await measureTexts(page)
            expect(measured.length).toBeGreaterThanOrEqual(2)
            for (const { words, found } of measured) {
              const where = `${theme}, ${path}, ${width}: ${words}`
              expect.soft(found, where).toBeGreaterThanOrEqual(4.5)
            }
          }
        }
      }
    },
  )
}

interface Measured {
  readonly words: string
  /** The text's contrast to the pixel behind it that is hardest to read on. */
  readonly found: number
}

async function measureTexts(page: Page): Promise<readonly Measured[]> {
  const card = page.getByRole('region', { name: 'Player' })
  expect(await card.evaluate(picturesThere)).toBe(1)
  const style = 'section[aria-label="Player"] * { color: transparent !important }'
  const image = (await card.screenshot({ style })).toString('base64')
  const texts = await card.evaluate(coloursOfTexts, image)
  return texts.map(({ words, ink, behind }) => {
    const luminances = behind.map(luminance)
    const lightest = luminances.reduce((most, one) => Math.max(most, one), 0)
    const darkest = luminances.reduce((least, one) => Math.min(least, one), 1)
    const own = luminance(ink)
    return { words, found: Math.min(contrast(own, lightest), contrast(own, darkest)) }
  })
}

/** How many pictures lie behind an element; all have arrived then. */
async function picturesThere(element: Element): Promise<number> {
  const scene = element.firstElementChild ?? element
  const { backgroundImage } = getComputedStyle(scene, '::before')
  const addresses = [...backgroundImage.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address)
  for (const address of addresses) {
    const image = new Image()
    image.src = address ?? ''
    await image.decode()
  }
  return addresses.length
}

/**
 * Each paragraph's own colour and those of the pixels behind its lines, of a picture of its card.
 */
async function coloursOfTexts(card: Element, png: string) {
  const picture = new Image()
  picture.src = `data:image/png;base64,${png}`
  await picture.decode()
  const { left, top } = card.getBoundingClientRect()
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  if (brush === null) throw new Error('Nothing to paint on.')
  brush.drawImage(picture, 0, 0)
  /** Each of them once, as 0xRRGGBB. */
  const coloursIn = (x: number, y: number, width: number, height: number) => {
    const { data } = brush.getImageData(x, y, width, height)
    const found = new Set<number>()
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      found.add(red * 65_536 + green * 256 + blue)
    }
    return [...found]
  }

  // A chip has its own ground: its words are measured, and not what lies between the chips.
  const texts = [...card.querySelectorAll('p, p > span')].filter(
    (element) => element.checkVisibility() && element.querySelector('span') === null,
  )
  return texts.map((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const behind = [...range.getClientRects()].flatMap((line) =>
      coloursIn(line.left - left, line.top - top, line.width, line.height),
    )
    // Whatever the notation, the canvas knows it as red, green and blue.
    const pixel = new OffscreenCanvas(1, 1).getContext('2d')
    if (pixel === null) throw new Error('Nothing to paint on.')
    pixel.fillStyle = getComputedStyle(text).color
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    return { words: text.textContent, ink: red * 65_536 + green * 256 + blue, behind }
  })
}

/** Relative luminance of 0xRRGGBB. */
function luminance(colour: number): number {
  const [red = 0, green = 0, blue = 0] = [colour >> 16, colour >> 8, colour].map((channel) => {
    const share = (channel & 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
