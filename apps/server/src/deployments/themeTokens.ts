import { createHash } from 'node:crypto'
import type { Configuration } from '@gatehouse/contract/configuration'
import type { Tokens } from '@gatehouse/contract/theme/tokenColours'
import { type Color, parse } from 'culori'
import { line } from '@gatehouse/contract/calls/values'
import { knownTheme } from '@gatehouse/contract/theme/themes'
import * as z from 'zod'

/** Our address or one on https, written so that it ends nothing inside `url("…")`. */
const image = line(2000).transform((address, context) => {
  const isOwn = /^\/(?![/\\])/.test(address)
  const url = URL.parse(address, isOwn ? 'https://own.invalid' : undefined)
  if (url === null || url.protocol !== 'https:' || url.username !== '') {
    context.addIssue({ code: 'custom', message: 'is neither https:// nor a path of the portal' })
    return z.NEVER
  }
  return isOwn ? `${url.pathname}${url.search}` : url.href
})

const token = line(200)
  .min(1, 'is empty')
  .refine(
    endsNothing,
    String.raw`has one of ; { } < / > \ @, an address, or what it does not close`,
  )

const largestLogo = 20_000

/** A PNG in base64. Mails contain it: a fetched image reveals when and where they are read. */
const png = z.base64('is not base64').refine((text) => {
  const bytes = Buffer.from(text, 'base64')
  return (
    bytes.length <= largestLogo && bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'
  )
}, `is no PNG of at most ${largestLogo} bytes`)

/** A theme has some sixty. */
const mostTokens = 200

/** A deployment's images, and its changes to the tokens of themes. */
export const themeSchema = z.strictObject({
  /** A theme's folder; by default the one named like the environment, or the platform's. */
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'is no name of a theme')
    .optional(),
  tokens: z
    .record(z.string().regex(/^--[a-z][a-z0-9-]{0,39}$/, 'is no name of a token'), token)
    .refine((tokens) => Object.keys(tokens).length <= mostTokens, `has over ${mostTokens} tokens`)
    .default({}),
  artLight: image.optional(),
  artDark: image.optional(),
  /** Behind the player's card in the account, five times as wide as high; the scene without one. */
  banner: image.optional(),
  /** The sign beside the studio's name, and the icon of the tab. */
  icon: image.optional(),
  /** In place of the sign and the name; 9rem wide unless the token --sign-width says otherwise. */
  wordmark: image.optional(),
  /** The sign beside the studio's name in mails. */
  mailLogo: png.optional(),
})

export type ThemeChanges = z.output<typeof themeSchema>

/** The parts of a deployment that decide its theme. */
export interface Themed {
  readonly configuration: Pick<Configuration, 'Environment'>
  readonly theme: Pick<ThemeChanges, 'name'>
}

/** The folder of a deployment's theme: its own, or the one of its environment. */
export function themeNameOf({ configuration, theme }: Themed): string {
  return theme.name ?? configuration.Environment.trim().toLowerCase()
}

/** Null where the deployment shows art of its own. */
export function artOf(theme: Pick<ThemeChanges, 'artLight' | 'artDark'>, name: string) {
  return theme.artLight === undefined && theme.artDark === undefined ? knownTheme(name) : null
}

/** The sheet that makes the changes, and an address that changes with it. */
export interface ThemeSheet {
  readonly text: string
  readonly address: string
}

/** The tokens of a theme with the changes of a deployment. */
export function changedTokens(own: Tokens, changes: Readonly<Record<string, string>>): Tokens {
  const changed = Object.entries(changes).map(([name, value]) => [name.slice(2), [value]] as const)
  return { ...own, ...Object.fromEntries(changed) }
}

/** Null for a mixture, a gradient and a colour that is not opaque. */
export function opaqueColour(value: string): Color | null {
  const colour = parse(value)
  return colour === undefined || (colour.alpha ?? 1) < 1 ? null : colour
}

export const themeSheetPath = '/theme.css'

/** Null without changes. */
export function themeSheetOf(changes: ThemeChanges): ThemeSheet | null {
  const { artLight, artDark, banner, icon, wordmark, tokens } = changes
  const scene = artLight ?? artDark
  const all: Readonly<Record<string, string | undefined>> = {
    '--art-light': urlOf(artLight),
    '--art-dark': urlOf(artDark),
    // Beside a deployment's own scene the banner of the theme would be another studio's.
    '--picture': urlOf(banner) ?? (scene && 'var(--art)'),
    // It may have letters.
    '--picture-turn': banner || scene ? '1' : undefined,
    '--sign': urlOf(wordmark ?? icon),
    ...(wordmark && besideWordmark),
    ...tokens,
  }
  const declarations = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
  if (declarations.length === 0) return null
  const text = `@layer tokens,base,parts,theme;@layer theme{:root{${declarations.join(';')}}}`
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return { text, address: `${themeSheetPath}?${version}` }
}

/** The name stays for screen readers, and for an image that does not load. */
const besideWordmark = {
  '--sign-width': '9rem',
  '--name-place': 'absolute',
  '--name-shape': 'inset(50%)',
}

function urlOf(address: string | undefined): string | undefined {
  return address && `url("${address}")`
}

/** Returns whether a value can stand in a declaration without ending it or fetching anything. */
function endsNothing(value: string): boolean {
  if (/[;{}</>\\@]|url\s*\(|image-set\s*\(|src\s*\(/iu.test(value)) return false
  const outside = value.replaceAll(/"[^"]*"|'[^']*'/g, '')
  if (/["']/.test(outside)) return false
  let open = 0
  for (const character of outside) {
    if (character === '(') open += 1
    if (character === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0 && !/[[\]]/.test(outside)
}
