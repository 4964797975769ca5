import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * Every pair of text and ground that the portal shows, in every theme and both schemes. A theme that
 * cannot be read by everybody does not build.
 */

const schemes = ['light', 'dark'] as const
/** What stands on what, and the contrast that it needs. */
const pairs = [
  ['text', 'ground', 4.5],
  ['text', 'surface', 4.5],
  ['text', 'sunken', 4.5],
  ['text', 'bad-ground', 4.5],
  ['quiet', 'ground', 4.5],
  ['quiet', 'surface', 4.5],
  ['accent', 'ground', 4.5],
  ['accent', 'surface', 4.5],
  ['accent-strong', 'sunken', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['good', 'ground', 4.5],
  ['bad', 'ground', 4.5],
  ['bad', 'bad-ground', 3],
  ['edge', 'ground', 3],
  ['edge', 'surface', 3],
] as const

const platform = tokensOf('tokens.css')
const themes = [
  ['platform', platform] as const,
  ...globSync('*/theme.css', { cwd: import.meta.dirname }).map(
    (file) => [file.split('/')[0] ?? '', { ...platform, ...tokensOf(file) }] as const,
  ),
]

describe.each(themes)('the theme %s', (_, tokens) => {
  describe.each(schemes)('in %s', (scheme) => {
    test.each(pairs)('%s on %s has a contrast of %f', (ink, ground, needed) => {
      const found = contrast(tokens[ink]?.[scheme], tokens[ground]?.[scheme])
      expect(found).toBeGreaterThanOrEqual(needed)
    })
  })
})

/** The colours of a sheet that are a pair for the two schemes. */
function tokensOf(file: string): Record<string, { light: string; dark: string }> {
  const sheet = readFileSync(join(import.meta.dirname, file), 'utf8')
  const found = sheet.matchAll(
    /--([a-z-]+):\s*light-dark\(\s*(oklch\([^)]*\)),\s*(oklch\([^)]*\))\s*\)/g,
  )
  return Object.fromEntries(
    [...found].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
  )
}

/** NaN, which no contrast is enough for, when a colour is missing. */
function contrast(ink = '', ground = ''): number {
  const [darker = 0, lighter = 0] = [luminance(ink), luminance(ground)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of `oklch(L C H)`, through linear sRGB. */
function luminance(colour: string): number {
  const [L = Number.NaN, C = 0, H = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  const a = C * Math.cos((H * Math.PI) / 180)
  const b = C * Math.sin((H * Math.PI) / 180)
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value))
}
