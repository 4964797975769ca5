import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const schemes = ['light', 'dark'] as const
/** What stands on what, and the contrast that it needs. */
const pairs = [
  ['text', 'ground', 4.5],
  ['text', 'surface', 4.5],
  ['text', 'sunken', 4.5],
  ['text', 'bad-ground', 4.5],
  ['quiet', 'ground', 4.5],
  ['quiet', 'surface', 4.5],
  ['quiet', 'sunken', 4.5],
  ['accent', 'ground', 4.5],
  ['accent', 'surface', 4.5],
  ['accent-strong', 'ground', 4.5],
  ['accent-strong', 'sunken', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['good', 'ground', 4.5],
  ['good', 'surface', 4.5],
  ['bad', 'ground', 4.5],
  ['bad', 'surface', 4.5],
  ['on-bad', 'bad', 4.5],
  ['bad', 'bad-ground', 3],
  ['on-bar', 'bar', 4.5],
  ['edge', 'ground', 3],
  ['edge', 'surface', 3],
  ['edge', 'sunken', 3],
] as const

type Scheme = (typeof schemes)[number]
type Sheet = Readonly<Record<string, Readonly<Record<Scheme, string>> | string>>

export interface MeasuredPair {
  /** Like `relic, dark: quiet on ground`. */
  readonly name: string
  readonly needed: number
  /** 1 to 21; NaN, which is never enough, when a colour is missing. */
  readonly found: number
}

/** Every pair of text and ground that the portal shows, in every theme and both schemes. */
export function measureContrast(): readonly MeasuredPair[] {
  const platform = coloursOf('tokens.css')
  const themes = globSync('*/theme.css', { cwd: import.meta.dirname }).toSorted()
  const all: readonly (readonly [string, Sheet])[] = [
    ['platform', platform],
    ...themes.map((file) => [dirname(file), { ...platform, ...coloursOf(file) }] as const),
  ]
  return all.flatMap(([theme, sheet]) =>
    schemes.flatMap((scheme) =>
      pairs.map(([ink, ground, needed]) => ({
        name: `${theme}, ${scheme}: ${ink} on ${ground}`,
        needed,
        found: contrast(colour(sheet, ink, scheme), colour(sheet, ground, scheme)),
      })),
    ),
  )
}

/** The colours that a sheet says: a pair for the two schemes, or the name of another colour. */
function coloursOf(file: string): Sheet {
  const sheet = readFileSync(join(import.meta.dirname, file), 'utf8')
  const pairs = sheet.matchAll(
    /--([a-z-]+):\s*light-dark\(\s*(oklch\([^)]*\)),\s*(oklch\([^)]*\))\s*\)/g,
  )
  const names = sheet.matchAll(/--([a-z-]+):\s*var\(--([a-z-]+)\);/g)
  return {
    ...Object.fromEntries(
      [...pairs].map(([, name, light = '', dark = '']) => [name, { light, dark }]),
    ),
    ...Object.fromEntries([...names].map(([, name, other = '']) => [name, other])),
  }
}

function colour(sheet: Sheet, name: string, scheme: Scheme): string {
  const said = sheet[name]
  if (typeof said === 'string') return colour(sheet, said, scheme)
  return said?.[scheme] ?? ''
}

function contrast(ink: string, ground: string): number {
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
