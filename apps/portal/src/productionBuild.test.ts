import { readdir, readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { type Language, languages } from '@gatehouse/contract/languages'
import { build, type Manifest, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { layouts } from './app/layouts.ts'
import { screenRoutes } from './routes/routes.ts'

/**
 * The limits of scripts before a screen is usable, in bytes. Scripts count with
 * their words.
 */
const budgets = {
  styles: 7900,
  fonts: 30_000,
  visitor: 94_000,
  account: 115_000,
  rareLetters: 4000,
  languageStyles: 2000,
}

/** The limit of the words of one language, in bytes; letters of other scripts are more. */
const wordBudgets = {
  visitor: 2500,
  register: 2000,
  flows: 3000,
  errors: 4000,
  account: 10_000,
  safety: 3500,
  security: 4000,
  services: 3000,
}
const widest = new Set<Language>(['ru', 'ar', 'ja', 'ko', 'zh-Hans'])

let files: Rolldown.RolldownOutput['output']
let manifest: Manifest

beforeAll(async () => {
  const root = new URL('..', import.meta.url).pathname
  // The runner's own would make it a build for development.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    root,
    mode: 'production',
    logLevel: 'silent',
    build: { write: false },
  })
  files = (built as Rolldown.RolldownOutput).output
  manifest = JSON.parse(textOf('.vite/manifest.json'))
})

describe('the production build', () => {
  test('holds no credential of any deployment, and no source map (I10)', async () => {
    const secrets = await secretsOfDeployments()
    expect(secrets).toContain('sample-relic-secret')
    const texts = files.map((file) => (file.type === 'chunk' ? file.code : textOf(file.fileName)))
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([])
    expect(files.filter(({ fileName }) => fileName.endsWith('.map'))).toEqual([])
  })

  test('has the icon of every theme, and the sheet of every theme but the platform’s', () => {
    expect(Object.keys(themeFiles('icon.svg'))).toHaveLength(8)
    const sheets = themeFiles('theme.css')
    expect(Object.keys(sheets)).toHaveLength(7)
    expect(sheets['platform']).toBeUndefined()
  })

  test('has one file for the source of every screen and layout that is no part of every page', () => {
    const named = [...screenRoutes.map(({ screen }) => screen), ...Object.values(layouts)]
    const sources = new Set(named.flatMap(({ file }) => file ?? []))
    expect(sources.size).toBeGreaterThan(30)
    for (const source of sources) {
      const found = Object.keys(manifest).filter((key) => key.endsWith(`/${source}`))
      expect([source, found]).toEqual([source, [expect.any(String)]])
    }
  })

  test('keeps styles and fonts of every theme within the budget', () => {
    const base = files.find(({ fileName }) => /^assets\/main-.*\.css$/.test(fileName))?.fileName
    const ofEveryTheme = textOf(base ?? '')
    const shared = brotliCompressSync(ofEveryTheme).length
    for (const [theme, sheet] of [
      ['platform', undefined],
      ...Object.entries(themeFiles('theme.css')),
    ] as const) {
      const own = sheet === undefined ? '' : textOf(sheet)
      const styles = shared + (own === '' ? 0 : brotliCompressSync(own).length)
      expect(styles, `${theme}: styles`).toBeLessThanOrEqual(budgets.styles)
      const fonts = [...(own || ofEveryTheme).matchAll(/url\(([^)]+\.woff2)\)/g)]
      const letters = fonts.reduce((sum, [, file = '']) => sum + sourceOf(file).length, 0)
      expect(fonts.length, `${theme}: fonts`).toBeGreaterThan(0)
      expect(letters, `${theme}: fonts`).toBeLessThanOrEqual(budgets.fonts)
    }
  })

  test('keeps the letters of each face that only some languages have within the budget', () => {
    const sheet = textOf(themesFile('languages.css'))
    const faces = [...sheet.matchAll(/@font-face\{[^}]*\}/g)].map(([face]) => face)
    expect(faces).toHaveLength(12)
    for (const face of faces) {
      expect(face).toContain('unicode-range')
      const [, file = ''] = /url\(([^)]+\.woff2)\)/.exec(face) ?? []
      expect(sourceOf(file).length).toBeLessThanOrEqual(budgets.rareLetters)
    }
    expect(brotliCompressSync(sheet).length).toBeLessThanOrEqual(budgets.languageStyles)
  })

  test('keeps the scripts of each screen within the budget (AT-STR-48)', () => {
    const screens = '/portal/src/screens'
    const words = wordsIn('en', 'visitor')
    // Home and login are in the script of every page.
    const first = sizeOf([...scriptsOf(), ...words])
    expect(first, 'home and login').toBeLessThanOrEqual(budgets.visitor)
    const later = '/portal/src/i18n/laterCatalogues.ts'
    const register = sizeOf([
      ...scriptsOf(`${screens}/register/Register.tsx`, later),
      ...words,
      ...wordsIn('en', 'register'),
    ])
    expect(register - first, 'register, more than login').toBeLessThanOrEqual(12_000)
    const account = scriptsOf(
      `${screens}/account/information/Information.tsx`,
      '/portal/src/app/layouts/account/AccountLayout.tsx',
      later,
    )
    const all = [...account, ...words, ...wordsIn('en', 'account')]
    expect(sizeOf(all), 'account').toBeLessThanOrEqual(budgets.account)
  })

  test('has one script that every page begins with, and no words in it', () => {
    const modules = scriptsOf().map(({ moduleIds }) => moduleIds)
    expect(modules.filter((ids) => ids.length > 1)).toHaveLength(1)
    expect(modules.flat().filter((id) => id.endsWith('.po'))).toEqual([])
  })

  test.each(languages)('keeps the words of %s within the budget', (language) => {
    const share = widest.has(language) ? 1.25 : 1
    for (const [name, usual] of Object.entries(wordBudgets)) {
      const budget = usual * share
      expect(sizeOf(wordsIn(language, name)), `${language}: ${name}`).toBeLessThanOrEqual(budget)
    }
  })

  test('contains no third-party router and no schema library', () => {
    const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    expect(modules.filter((id) => /node_modules\/(zod|@tanstack|.*router)/.test(id))).toEqual([])
    expect(modules.filter((id) => /contract\/src\/calls\//.test(id))).toEqual([])
  })
})

/** The built file of this name in the folder of each theme. */
function themeFiles(name: string): Readonly<Record<string, string>> {
  const found = Object.entries(manifest).flatMap(([source, { file }]) => {
    const [, theme, part] = /\/themes\/([^/]+)\/([^/]+)$/.exec(source) ?? []
    return theme !== undefined && part === name ? [[theme, file] as const] : []
  })
  return Object.fromEntries(found)
}

/** A built file of all themes. */
function themesFile(name: string): string {
  const [, row] = Object.entries(manifest).find(([key]) => key.endsWith(`/themes/${name}`)) ?? []
  return row?.file ?? ''
}

/**
 * The files of script that come before these parts are shown: the page's own, and what they import.
 */
function scriptsOf(...parts: readonly string[]): readonly Rolldown.OutputChunk[] {
  const chunks = chunksOf()
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunkAt(name))
  }
  add(chunks.find(({ isEntry }) => isEntry))
  for (const part of parts) {
    const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(part))
    if (own === undefined) throw new Error(`${part} has no file of its own.`)
    add(own)
  }
  return [...found]
}

/** The file of a catalogue's words in a language. */
function wordsIn(language: Language, catalogue: string): readonly Rolldown.OutputChunk[] {
  const file = `/po/${catalogue}/${language}.po`
  const own = chunksOf().find(({ facadeModuleId }) => facadeModuleId?.endsWith(file))
  if (own === undefined) throw new Error(`There is no ${file}.`)
  return [own]
}

function chunksOf(): readonly Rolldown.OutputChunk[] {
  return files.filter((file) => file.type === 'chunk')
}

function chunkAt(fileName: string): Rolldown.OutputChunk | undefined {
  return chunksOf().find((chunk) => chunk.fileName === fileName)
}

const sizes = new Map<Rolldown.OutputChunk, number>()

function sizeOf(chunks: readonly Rolldown.OutputChunk[]): number {
  for (const chunk of chunks) {
    if (!sizes.has(chunk)) sizes.set(chunk, brotliCompressSync(chunk.code).length)
  }
  return chunks.reduce((sum, chunk) => sum + (sizes.get(chunk) ?? 0), 0)
}

/** Everything that a sample file of a deployment calls a secret or a key. */
async function secretsOfDeployments(): Promise<string[]> {
  const folder = new URL('../../../deploy/samples/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const found = texts.flatMap((text) => [
    ...text.matchAll(/"(?:\w*[sS]ecret|apiKey|AccountApiKey)": "([^"]+)"/g),
  ])
  return [...new Set(found.map(([, secret = '']) => secret))]
}

function sourceOf(address: string): string | Uint8Array {
  const file = files.find(({ fileName }) => fileName === address.replace(/^\//, ''))
  if (file?.type !== 'asset') throw new Error(`${address} was not built.`)
  return file.source
}

function textOf(address: string): string {
  return Buffer.from(sourceOf(address)).toString('utf8')
}
