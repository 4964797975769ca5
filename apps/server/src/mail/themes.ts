import type { Language } from '@gatehouse/contract/languages'
import type { Theme } from '@gatehouse/contract/theme/theme'
import { knownTheme, themeOf } from '@gatehouse/contract/theme/themes'
import { type Scheme, tokenColours, type Tokens } from '@gatehouse/contract/theme/tokenColours'
import { clampRgb, converter, formatHex } from 'culori'
import type { Deployment } from '../deployments/deployments.ts'
import { imageOf } from './imageOf.ts'
import {
  artOf,
  changedTokens,
  opaqueColour,
  type Themed,
  themeNameOf,
} from '../deployments/themeTokens.ts'

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

export type MailTheme = ReturnType<typeof mailThemeOf>

/** The parts of a deployment that decide its mails' design. */
interface MailThemed extends Themed {
  readonly theme: Pick<
    Deployment['theme'],
    'name' | 'tokens' | 'icon' | 'wordmark' | 'mailLogo' | 'artLight' | 'artDark'
  >
}

const toRgb = converter('rgb')

/** The fonts of the letters that the faces of themes are not for. */
const fontsOf: Partial<Record<Language, string>> = {
  ja: "'Hiragino Sans', 'Yu Gothic UI', 'Noto Sans CJK JP', 'Noto Sans JP'",
  ko: "'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR'",
  'zh-Hans': "'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC'",
  ar: "'SF Arabic', 'Geeza Pro', 'Noto Sans Arabic', Tahoma",
}

/** The colours of deployments: each mail of a mailing has the same, and they take as long as the rest of it. */
const known = new WeakMap<MailThemed, Readonly<Record<Scheme, MailColours>>>()

/** The part of the portal's theme that a mail can show, with the deployment's own colours. */
export function mailThemeOf(deployment: MailThemed, language: Language) {
  const name = knownTheme(themeNameOf(deployment))
  const theme = themeOf(name)
  const { tokens } = deployment.theme
  const { light, dark } = known.get(deployment) ?? {
    light: coloursOf(theme, tokens, 'light'),
    dark: coloursOf(theme, tokens, 'dark'),
  }
  known.set(deployment, { light, dark })
  const { icon, wordmark, mailLogo } = deployment.theme
  const hasOwnSign = icon !== undefined || wordmark !== undefined
  const { body, display, cardRadius, buttonRadius, stripe, button } = theme.mail
  const isTall = fontsOf[language] !== undefined
  return {
    light,
    dark,
    font: withFontsOf(language, body),
    /** For the studio's name and the heading. */
    display: withFontsOf(language, display),
    // Letters that have no capitals are not spaced either.
    isNameInCapitals: !isTall && theme.tokens['name-case']?.at(-1) === 'uppercase',
    lineHeight: isTall ? 1.7 : 1.5,
    wordBreak: language === 'ko' ? 'keep-all' : 'break-word',
    /** Japanese headings break between phrases, in mail programs that know them. */
    headingBreak: language === 'ja' ? ';word-break:auto-phrase' : '',
    /** Colours side by side below the bar, in both schemes. */
    stripe: stripe ?? [light.accent, dark.accent],
    cardRadius,
    buttonRadius,
    /** As the page writes its buttons. */
    button: {
      ...button,
      font: withFontsOf(language, button.font),
      spacing: isTall ? 0 : button.spacing,
    },
    /** The theme whose scene a mail shows; null for a deployment with its own art. */
    scene: artOf(deployment.theme, name),
    /** A PNG in base64; null for a deployment whose own sign is not there as one. */
    logo: mailLogo ?? (hasOwnSign ? null : imageOf(name, 'png')),
  }
}

/** They follow the faces of the theme, and come before its generic family. */
function withFontsOf(language: Language, faces: string): string {
  const fonts = fontsOf[language]
  return fonts === undefined ? faces : faces.replace(/, [a-z-]+$/, `, ${fonts}$&`)
}

/** A change that no mail program can show, such as a gradient, has no effect. */
function coloursOf(
  { tokens: own }: Theme,
  changes: Readonly<Record<string, string>>,
  scheme: Scheme,
): MailColours {
  const changed = changedTokens(own, changes)
  const colours = Object.entries(colourTokens).map(([name, token]) => [
    name,
    colourOf(changed, token, scheme) ?? colourOf(own, token, scheme),
  ])
  return Object.fromEntries(colours) as MailColours
}

function colourOf(tokens: Tokens, token: string, scheme: Scheme): string | null {
  const colour = opaqueColour(tokenColours(tokens, token, scheme)[0] ?? '')
  return colour && formatHex(clampRgb(toRgb(colour)))
}
