import { contrastPairs } from '@gatehouse/contract/theme/contrastPairs'
import type { Colours } from './studio.ts'

/** Two colours that come together, and how well one is read on the other. */
export interface Pair {
  readonly ink: string
  readonly ground: string
  readonly scheme: 'light' | 'dark'
  readonly found: number
  readonly needed: number
}

/** The luminance of WCAG 2 of a colour like `#2040f0`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The pairs that a colour is part of, the least readable first. The server measures them again. */
export function pairsOf(token: string, colours: Colours): readonly Pair[] {
  const schemes = ['light', 'dark'] as const
  return contrastPairs
    .filter(([ink, ground]) => token === `--${ink}` || token === `--${ground}`)
    .flatMap(([ink, ground, needed]) =>
      schemes.flatMap((scheme) => {
        const [above, below] = [colours[`--${ink}`]?.[scheme], colours[`--${ground}`]?.[scheme]]
        if (above === undefined || below === undefined) return []
        return [{ ink, ground, scheme, needed, found: contrastOf(above, below) }]
      }),
    )
    .toSorted((one, other) => one.found / one.needed - other.found / other.needed)
}
