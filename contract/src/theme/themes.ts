import { ownThemes } from './ownThemes.ts'
import type { Tokens } from './tokenColours.ts'

/** How the mails of a theme look, besides its colours: with fonts that mail programs have. */
export interface MailStyle {
  readonly body: string
  /** For the studio's name, the heading and the button. */
  readonly display: string
  /** Pixels. */
  readonly cardRadius: number
  readonly buttonRadius: number
  /** Colours side by side below the bar; without them the accents of both schemes. */
  readonly stripe?: readonly string[]
}

export interface Theme {
  readonly tokens: Tokens
  readonly mail: MailStyle
}

/** The theme of every environment that has none of its own; the others change its tokens. */
const base = 'platform'

export const themes: ReadonlyMap<string, Theme> = new Map(
  Object.entries(ownThemes).map(([name, { tokens, mail }]) => [
    name,
    { tokens: { ...ownThemes[base]?.tokens, ...tokens }, mail },
  ]),
)

/** The theme of a name; the platform's when there is none. */
export function themeOf(name: string): Theme {
  const theme = themes.get(name) ?? themes.get(base)
  if (theme === undefined) throw new Error(`There is no theme ${base}.`)
  return theme
}
