import { type Theme, themeOf } from '@gatehouse/contract/theme/themes'
import { type Scheme, tokenColours, type Tokens } from '@gatehouse/contract/theme/tokenColours'
import { clampRgb, converter, formatHex, parse } from 'culori'
import type { Deployment } from '../tenants/deployments.ts'
import { type Themed, themeNameOf } from '../tenants/themeNameOf.ts'

/** The tokens that a mail shows, by their names in the portal's sheets. */
const colourTokens = {
  ground: 'ground',
  surface: 'surface',
  line: 'line',
  text: 'text',
  quiet: 'quiet',
  accent: 'accent',
  onAccent: 'on-accent',
  bar: 'bar',
  onBar: 'on-bar',
} as const

/** In the sRGB that every mail program supports. */
export type MailColours = Readonly<Record<keyof typeof colourTokens, string>>

/**
 * The part of a theme that a mail can show: with fonts that every system has.
 */
export interface MailTheme {
  readonly light: MailColours
  readonly dark: MailColours
  readonly font: string
  /** For the studio's name, the heading and the button. */
  readonly display: string
  readonly isNameInCapitals: boolean
  /** Colours side by side below the bar, in both schemes. */
  readonly stripe: readonly string[]
  /** Pixels. */
  readonly cardRadius: number
  readonly buttonRadius: number
  /** A PNG in base64; null for a deployment whose own sign is not there as one. */
  readonly logo: string | null
}

/** The parts of a deployment that decide its mails' design. */
interface MailThemed extends Themed {
  readonly theme: Pick<Deployment['theme'], 'name' | 'tokens' | 'icon' | 'wordmark' | 'mailLogo'>
}

const toRgb = converter('rgb')

/** The theme of a deployment's mails: its portal's, with the deployment's own colours. */
export function mailThemeOf(deployment: MailThemed): MailTheme {
  const theme = themeOf(themeNameOf(deployment))
  const light = coloursOf(theme, deployment.theme.tokens, 'light')
  const dark = coloursOf(theme, deployment.theme.tokens, 'dark')
  const { icon, wordmark, mailLogo } = deployment.theme
  const hasOwnSign = icon !== undefined || wordmark !== undefined
  const { body, display, cardRadius, buttonRadius, stripe } = theme.mail
  return {
    light,
    dark,
    font: body,
    display,
    isNameInCapitals: theme.tokens['name-case']?.at(-1) === 'uppercase',
    stripe: stripe ?? [light.accent, dark.accent],
    cardRadius,
    buttonRadius,
    logo: mailLogo ?? (hasOwnSign ? null : theme.mail.logo),
  }
}

/**
 * A change that no mail program can show (a mixture, a gradient, half transparency) has no effect.
 */
function coloursOf(
  { tokens: own }: Theme,
  changes: Readonly<Record<string, string>>,
  scheme: Scheme,
): MailColours {
  const changed: Tokens = {
    ...own,
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name.slice(2), [value]])),
  }
  const colours = Object.entries(colourTokens).map(([name, token]) => [
    name,
    colourOf(changed, token, scheme) ?? colourOf(own, token, scheme),
  ])
  return Object.fromEntries(colours) as MailColours
}

function colourOf(tokens: Tokens, token: string, scheme: Scheme): string | null {
  const colour = parse(tokenColours(tokens, token, scheme)[0] ?? '')
  return colour === undefined || (colour.alpha ?? 1) < 1 ? null : formatHex(clampRgb(toRgb(colour)))
}
