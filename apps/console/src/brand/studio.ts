import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'

/* A draft in the making: all that differs from the deployment's file. */

/** A deployment as the server describes it. */
export type Shown = AnswerOf<'deployments show'>
export type ShownField = Shown['fields'][number]
export type Token = Shown['tokens'][number]

export type Overlay = Readonly<Record<string, unknown>>
export type Colours = Readonly<Record<string, { readonly light: string; readonly dark: string }>>

type Theme = Readonly<Record<string, unknown>> & {
  readonly tokens?: Readonly<Record<string, string>>
}

export function themeOf(overlay: Overlay): Theme {
  return (overlay['theme'] ?? {}) as Theme
}

/** The overlay with a field; without it where the value is undefined. */
export function withField(overlay: Overlay, field: string, value: unknown): Overlay {
  const { [field]: _, ...others } = overlay
  return value === undefined ? others : { ...others, [field]: value }
}

/** The same for a part of the theme. */
export function withThemePart(overlay: Overlay, part: string, value: unknown): Overlay {
  const theme = withField(themeOf(overlay), part, value)
  return withField(overlay, 'theme', Object.keys(theme).length === 0 ? undefined : theme)
}

/** The same for a token of the theme. */
export function withToken(overlay: Overlay, token: string, value: string | undefined): Overlay {
  const tokens = withField(themeOf(overlay).tokens ?? {}, token, value)
  const isEmpty = Object.keys(tokens).length === 0
  return withThemePart(overlay, 'tokens', isEmpty ? undefined : tokens)
}

const bothSchemes = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/i

export function pairOfColours({ light, dark }: { light: string; dark: string }): string {
  return `light-dark(${light}, ${dark})`
}

/** The colours of the draft: those that it changes, and those that are served. */
export function coloursOf(tokens: readonly Token[], overlay: Overlay): Colours {
  const own = themeOf(overlay).tokens ?? {}
  return Object.fromEntries(
    tokens
      .filter(({ kind }) => kind === 'colour')
      .map(({ token, light, dark }) => {
        const [, ownLight = light, ownDark = dark] = bothSchemes.exec(own[token] ?? '') ?? []
        return [token, { light: ownLight, dark: ownDark }]
      }),
  )
}
