import { contrastPairs } from '@gatehouse/contract/contrastPairs'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]
/** A pair for the two schemes, or the name of another colour. */
export type Colours = Readonly<Record<string, Readonly<Record<Scheme, string>> | string>>

export interface MeasuredPair {
  /** Like `relic, dark: quiet on ground`. */
  readonly name: string
  readonly needed: number
  /** 1 to 21; NaN, which is never enough, when a colour is missing. */
  readonly found: number
}

/** Every pair of text and ground that the portal shows, in every theme and both schemes. */
export function measureContrast(): readonly MeasuredPair[] {
  return Object.entries(readColours()).flatMap(([theme, colours]) =>
    schemes.flatMap((scheme) =>
      contrastPairs.map(([ink, ground, needed]) => ({
        name: `${theme}, ${scheme}: ${ink} on ${ground}`,
        needed,
        found: contrast(colour(colours, ink, scheme), colour(colours, ground, scheme)),
      })),
    ),
  )
}

/** The colours of every theme by the names of its folder and of the tokens, the platform's first. */
export function readColours(): Readonly<Record<string, Colours>> {
  const platform = coloursOf('tokens.css')
  const themes = globSync('*/theme.css', { cwd: import.meta.dirname }).toSorted()
  return Object.fromEntries([
    ['platform', platform],
    ...themes.map((file) => [dirname(file), { ...platform, ...coloursOf(file) }] as const),
  ])
}

/** The colours that a sheet says: a pair for the two schemes, or the name of another colour. */
function coloursOf(file: string): Colours {
  const sheet = readFileSync(join(import.meta.dirname, file), 'utf8')
  const said = sheet.matchAll(
    /--([a-z-]+):\s*light-dark\(\s*(oklch\([^)]*\)),\s*(oklch\([^)]*\))\s*\)/g,
  )
  const names = sheet.matchAll(/--([a-z-]+):\s*var\(--([a-z-]+)\);/g)
  return {
    ...Object.fromEntries(
      [...said].map(([, name, light = '', dark = '']) => [name, { light, dark }]),
    ),
    ...Object.fromEntries([...names].map(([, name, other = '']) => [name, other])),
  }
}

function colour(colours: Colours, name: string, scheme: Scheme): string {
  const said = colours[name]
  if (typeof said === 'string') return colour(colours, said, scheme)
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
