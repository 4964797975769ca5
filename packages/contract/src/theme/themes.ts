import { ownThemes } from './ownThemes.ts'
import type { Theme } from './theme.ts'

/** The theme of every environment that has no theme. The other themes change its tokens. */
const base = 'platform'

export const themes: ReadonlyMap<string, Theme> = new Map(
  Object.entries(ownThemes).map(([name, { tokens, mail }]) => [
    name,
    { tokens: { ...ownThemes[base]?.tokens, ...tokens }, mail },
  ]),
)

/** A name that a theme has; the platform's when none has it. */
export function knownTheme(name: string): string {
  return themes.has(name) ? name : base
}

export function themeOf(name: string): Theme {
  const theme = themes.get(knownTheme(name))
  if (theme === undefined) throw new Error(`There is no theme ${base}.`)
  return theme
}
