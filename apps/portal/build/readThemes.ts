import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contrastPairs } from '@gatehouse/contract/theme/contrastPairs'
import { releasedTokens } from '@gatehouse/contract/theme/releasedTokens'
import type { MailStyle, Theme } from '@gatehouse/contract/theme/theme'
import type { Tokens } from '@gatehouse/contract/theme/tokenColours'
import { drawingTokens } from './themeFiles.ts'

const folder = join(import.meta.dirname, '../src/themes')
const measured = new Set<string>(contrastPairs.flatMap(([ink, ground]) => [ink, ground]))

/** Tokens besides colours that the server reads: of mails, and of the console's sliders. */
const kept = new Set(['name-case', 'radius', 'card-radius', 'button-radius'])

/**
 * The names of all tokens: with a deployment's values for them, the contract of themes. A token that
 * one part alone reads has its default there, and is known by the themes that set it, or from a release.
 */
export function readTokenNames(): readonly string[] {
  const parts = globSync('../../../../{apps/portal,packages/ui}/src/**/*.css', { cwd: folder })
  const withDefault = new Set(namesIn(parts, /var\(\s*(--[a-z][\da-z-]*),/g))
  const set = /^\s+(--[a-z][\da-z-]*):/gm
  const ofOnePart = [
    ...namesIn(globSync('*/theme.css', { cwd: folder }), set),
    ...Object.values(releasedTokens).flat(),
  ].filter((name) => withDefault.has(name))
  return [...new Set([...namesIn(['tokens.css'], set), ...drawingTokens, ...ofOnePart])].toSorted()
}

function namesIn(files: readonly string[], pattern: RegExp): readonly string[] {
  return files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name = '']) => name))
}

/** The colours and the mail style of each theme, by its folder. */
export function readThemes(): Readonly<Record<string, Theme>> {
  const themes = globSync('*/mail.json', { cwd: folder })
    .toSorted()
    .map((file) => {
      const name = dirname(file)
      const sheet = globSync(`${name}/theme.css`, { cwd: folder })[0] ?? 'tokens.css'
      const style = JSON.parse(read(file)) as MailStyle
      const mail = { ...style, button: buttonOf(sheet, style) }
      return [name, { tokens: tokensOf(sheet), mail }] as const
    })
  return Object.fromEntries(themes)
}

/** The colours of a sheet, what else can stand behind text, and the case of the studio's name. */
function tokensOf(file: string): Tokens {
  const said = [...read(file).matchAll(/--([a-z-]+):\s*([^;]+);/g)]
    .map(([, name = '', value = '']) => ({ name, value: value.replaceAll(/\s+/g, ' ') }))
    .filter(
      ({ name, value }) =>
        measured.has(name) || kept.has(name) || /^(light-dark|var)\(/.test(value),
    )
  const tokens: Record<string, string[]> = {}
  for (const { name, value } of said) (tokens[name] ??= []).push(value)
  return tokens
}

/** The letters of the page's buttons: their weight, and the theme's face before those of mails. */
function buttonOf(sheet: string, style: MailStyle): Theme['mail']['button'] {
  const said = (name: string) =>
    new RegExp(`--${name}:\\s*([^;]+);`).exec(read(sheet))?.[1] ??
    new RegExp(`--${name}:\\s*([^;]+);`).exec(read('tokens.css'))?.[1] ??
    ''
  const [, weight = '600', role = 'body'] =
    /^(\d+).*var\(--(display|body)\)/s.exec(said('label')) ?? []
  const [, face] = /^\s*('[^']+')/.exec(said(role)) ?? []
  const faces = role === 'display' ? style.display : style.body
  return {
    font: face === undefined || faces.includes(face.slice(1, -1)) ? faces : `${face}, ${faces}`,
    weight: Number(weight),
    spacing: Number.parseFloat(said('label-spacing')),
  }
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}
