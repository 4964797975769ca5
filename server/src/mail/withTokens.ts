import { clampRgb, converter, formatHex, parse } from 'culori'
import type { MailColours, MailTheme } from './themes.ts'

type Tokens = Readonly<Record<string, string>>
type ColourName = keyof MailColours

const toRgb = converter('rgb')

/**
 * A theme with the colours that a deployment changes. A value that no mail program could show (a
 * mixture, a gradient, half transparency) changes nothing.
 */
export function withTokens(theme: MailTheme, tokens: Tokens): MailTheme {
  if (Object.keys(tokens).length === 0) return theme
  const light = changed(theme.light, tokens, 0)
  const dark = changed(theme.dark, tokens, 1)
  const stripe = theme.stripe.map((colour) => {
    if (colour === theme.light.accent) return light.accent
    return colour === theme.dark.accent ? dark.accent : colour
  })
  return { ...theme, light, dark, stripe }
}

/** The colours of one scheme; a bar in the colour of the page or the card stays in it. */
function changed(own: MailColours, tokens: Tokens, scheme: 0 | 1): MailColours {
  const colourOf = (name: ColourName, seen: readonly string[] = []): string => {
    const token = tokenOf(name)
    const said = seen.includes(token) ? undefined : tokens[token]
    if (said === undefined) {
      const followed = followedBy(own, name)
      return followed === null ? own[name] : colourOf(followed, [...seen, token])
    }
    const value = said.startsWith('light-dark(') ? (pairOf(said)[scheme] ?? '') : said
    const [, other] = /^var\(\s*--([a-z-]+)\s*\)$/.exec(value) ?? []
    const another = names(own).find((one) => tokenOf(one) === `--${other}`)
    if (another !== undefined) return colourOf(another, [...seen, token])
    const colour = parse(value)
    if (!colour || (colour.alpha ?? 1) < 1) return own[name]
    return formatHex(clampRgb(toRgb(colour)))
  }
  return Object.fromEntries(
    names(own).map((name) => [name, colourOf(name)]),
  ) as unknown as MailColours
}

function followedBy(own: MailColours, name: ColourName): ColourName | null {
  if (name === 'onBar') return own.onBar === own.text ? 'text' : null
  if (name !== 'bar') return null
  return (['surface', 'ground'] as const).find((one) => own[one] === own.bar) ?? null
}

/** `light-dark(a, b)` as a and b; their own commas stand in brackets. */
function pairOf(said: string): readonly string[] {
  const inside = said.slice('light-dark('.length, -1)
  return inside.split(/,(?![^(]*\))/).map((part) => part.trim())
}

function names(colours: MailColours): readonly ColourName[] {
  return Object.keys(colours) as ColourName[]
}

function tokenOf(name: ColourName): string {
  return `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`
}
