import { themeOf } from '@gatehouse/contract/theme/themes'
import { type Scheme, tokenColours } from '@gatehouse/contract/theme/tokenColours'

/** The hues of a picture. */
export const tones = [
  'deep',
  'hill',
  'halo',
  'slate',
  'mist',
  'pale',
  'ink',
  'main',
  'shade',
  'lit',
  'fresh',
] as const
export type Tone = (typeof tones)[number]

/** Red, green and blue from 0 to 1. */
type Colour = readonly [number, number, number]

/** The colours of a theme for pictures: its accents by day and by night, its stripe and its ground. */
export function paletteOf(name: string): Readonly<Record<Tone, string>> {
  const { tokens, mail } = themeOf(name)
  const token = (of: string, scheme: Scheme) => readOklch(tokenColours(tokens, of, scheme)[0] ?? '')
  const day = token('accent', 'light')
  const night = rgbOf(token('accent', 'dark'))
  const [stripe] = mail.stripe ?? []
  const main = stripe !== undefined && isBright(readHex(stripe)) ? readHex(stripe) : night
  const deep = rgbOf({ ...day, l: 0.33, c: Math.min(day.c, 0.11) })
  const pale = rgbOf(token('ground', 'light'))
  const ink = rgbOf({ ...day, l: 0.19, c: 0.04 })
  const colours: Readonly<Record<Tone, Colour>> = {
    deep,
    hill: mix(deep, rgbOf({ ...day, l: 0.55 }), 0.55),
    halo: mix(deep, main, 0.35),
    slate: mix(deep, pale, 0.38),
    mist: mix(deep, pale, 0.68),
    pale,
    ink,
    main,
    shade: mix(main, ink, 0.38),
    lit: mix(main, pale, 0.42),
    fresh: main === night ? rgbOf(token('good', 'dark')) : night,
  }
  return Object.fromEntries(tones.map((tone) => [tone, hexOf(colours[tone])])) as Record<
    Tone,
    string
  >
}

/** An animal in a dull colour disappears before the ground. */
const isBright = (colour: Colour) => Math.max(...colour) >= 0.7

interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

function readOklch(text: string): Oklch {
  const [l = 0.5, c = 0, h = 0] = (/^oklch\((.*)\)$/.exec(text)?.[1] ?? '').split(' ').map(Number)
  return { l, c, h }
}

/** From OKLCH to sRGB, by the matrices of CSS Color 4; what is outside is cut off. */
function rgbOf({ l: lightness, c, h }: Oklch): Colour {
  const angle = (h * Math.PI) / 180
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function gamma(value: number): number {
  const light = Math.min(1, Math.max(0, value))
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const between = (at: 0 | 1 | 2) => one[at] + (other[at] - one[at]) * share
  return [between(0), between(1), between(2)]
}

function readHex(text: string): Colour {
  const at = (place: number) => Number.parseInt(text.slice(place, place + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

function hexOf(colour: Colour): string {
  return `#${colour
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
