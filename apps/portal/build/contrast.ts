import { contrastPairs } from '@gatehouse/contract/theme/contrastPairs'
import { themes } from '@gatehouse/contract/theme/themes'
import { schemes, tokenColours } from '@gatehouse/contract/theme/tokenColours'

export interface MeasuredPair {
  /** Like `relic, dark: quiet on ground`. */
  readonly name: string
  readonly needed: number
  /** 1 to 21, the worst of what can come together; NaN, which is never enough, when one is missing. */
  readonly found: number
}

/** Every pair of text and ground that the portal shows, in every theme and both schemes. */
export function measureContrast(): readonly MeasuredPair[] {
  return [...themes].flatMap(([theme, { tokens }]) =>
    schemes.flatMap((scheme) =>
      contrastPairs.map(([ink, ground, needed]) => ({
        name: `${theme}, ${scheme}: ${ink} on ${ground}`,
        needed,
        found: worstContrast(
          tokenColours(tokens, ink, scheme),
          tokenColours(tokens, ground, scheme),
        ),
      })),
    ),
  )
}

function worstContrast(inks: readonly string[], grounds: readonly string[]): number {
  return Math.min(...inks.flatMap((ink) => grounds.map((ground) => contrast(ink, ground))))
}

function contrast(ink: string, ground: string): number {
  const [darker = 0, lighter = 0] = [luminance(ink), luminance(ground)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of `oklch(L C H)`, through linear sRGB; NaN for every other notation. */
function luminance(colour: string): number {
  const [, inside = ''] = /^oklch\(([\d. ]+)\)$/.exec(colour) ?? []
  const [L = Number.NaN, C = 0, H = 0] = (inside.match(/[\d.]+/g) ?? []).map(Number)
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
