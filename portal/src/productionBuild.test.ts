import { readdir, readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { type Language, languages } from '@gatehouse/contract/languages'
import { schemeScript } from '@gatehouse/contract/theme/scheme'
import { build, type Manifest, minifySync, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { knownLargest, largestModules } from '../build/largestModules.ts'
import { screenSources } from '../build/screenTables.ts'
import type { InlineEntry } from './app/document/builtAssets.ts'
import { earlyInputScript } from './app/document/earlyInput.ts'

/**
 * What a browser is sent at the very most before a screen is usable, in bytes. Scripts count with
 * their words; for the log-in, with those that stand in the document.
 */
const budgets = {
  styles: 8000,
  fonts: 30_000,
  visitor: 80_000,
  account: 120_000,
  rareLetters: 4000,
  languageStyles: 2000,
}

/** What the words of one language may be at the most, in bytes; letters of other scripts are more. */
const wordBudgets = { visitor: 5000, errors: 4000, account: 6000, factors: 5000, more: 14_000 }
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
  test('leaves out the gallery', () => {
    const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    expect(modules.some((id) => id.includes('/portal/src/app/'))).toBe(true)
    expect(modules.filter((id) => id.includes('/gallery/'))).toEqual([])
    const found = files.filter((file) => file.type === 'chunk' && file.code.includes('__ui'))
    expect(found).toEqual([])
  })

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

  test("names the files that a screen has besides the page's own", () => {
    const named = Object.values(screenSources).flatMap((sources) =>
      sources.flatMap((source) => manifest[source]?.file ?? []),
    )
    expect(screenSources['/login']).toEqual([])
    const account = screenSources['/account']?.map((source) => manifest[source])
    expect(account?.map((chunk) => chunk?.name)).toEqual(['accountScreen'])
    expect(account?.flatMap((chunk) => chunk?.css ?? [])).toContainEqual(
      expect.stringContaining('accountScreen'),
    )
    expect(named.filter((file) => /\/(main|base)-/.test(file))).toEqual([])
  })

  test('keeps styles and fonts of every theme within the budget', () => {
    const base = files.find(({ fileName }) => /^assets\/base-.*\.css$/.test(fileName))?.fileName
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

  test('keeps scripts and requests of each screen within the budget (AT-STR-48)', () => {
    const screens = '/portal/src/screens'
    // Home and login are in the script of every page.
    const first = [...scriptsOf(), ...wordsIn('en', 'visitor')]
    const register = [...scriptsOf(`${screens}/register/Register.tsx`), ...wordsIn('en', 'visitor')]
    const logIn = sizeOfInline() + sizeOf(wordsIn('en', 'visitor'))
    expect(logIn, 'home and login').toBeLessThanOrEqual(budgets.visitor)
    const more = sizeOf(register) - sizeOf(first)
    expect(more, 'register, more than login').toBeLessThanOrEqual(12_000)
    const account = scriptsOf('/portal/src/app/accountScreen.ts')
    const accountWords = [...wordsIn('en', 'visitor'), ...wordsIn('en', 'account')]
    expect(sizeOf([...account, ...accountWords]), 'account').toBeLessThanOrEqual(budgets.account)
    // Beside the document, its configuration and two files each of letters and words.
    expect(account, 'account: scripts').toHaveLength(3)
    // The page brings the script with it; letters and art hold up nothing.
    expect(first, 'login: scripts').toHaveLength(2)
  })

  test('has one script that every page begins with, and no words in it', () => {
    const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
    expect(entry?.type === 'chunk' && entry.code.trim()).toMatch(/^import"[^"]+";$/)
    const base = chunkNamed('base')
    expect(base?.moduleIds.filter((id) => id.endsWith('.po'))).toEqual([])
    // The addresses of other cuts come with what needs them.
    const words = base?.dynamicImports.map((name) => chunkAt(name)?.facadeModuleId ?? '')
    expect(words?.filter((id) => id.endsWith('.po') && !id.includes('/visitor/'))).toEqual([])
  })

  test('has the same script for documents that bring it with them, and what it hands out', async () => {
    const base = chunkNamed('base')
    const entry = JSON.parse(textOf('.vite/inline.json')) as InlineEntry
    expect(`/${base?.fileName}`).toBe(entry.address)
    const { libraries, script } = entry
    expect(script.length).toBeLessThan(libraries.length)
    expect(libraries + script).not.toMatch(
      /<\/script|<!--|import\.meta\.url|import\([`'"]\.|^export/im,
    )
    const shim = textOf(entry.shim)
    const given = [...(/export\{(.*)\}/.exec(shim)?.[1] ?? '').matchAll(/ as ([^,]+)/g)]
    expect(new Set(given.map(([, name]) => name))).toEqual(new Set(base?.exports))
    for (const [, name = ''] of given) expect(script).toContain(`get ${name}(){return `)
  })

  test.each(languages)('keeps the words of %s within the budget', (language) => {
    const most = { ...wordBudgets, visitor: widest.has(language) ? 6000 : wordBudgets.visitor }
    for (const [cut, budget] of Object.entries(most)) {
      expect(sizeOf(wordsIn(language, cut)), `${language}: ${cut}`).toBeLessThanOrEqual(budget)
    }
  })

  test('has no new module among the ten largest that come before the log-in', () => {
    const largest = largestModules(scriptsOf())
    expect(largest.filter(({ name }) => !knownLargest.includes(name))).toEqual([])
  })

  test('has the parts of React alone that the portal comes to', () => {
    const script = chunkNamed('base')?.code ?? ''
    const has = (part: string) => script.includes(part)
    expect(['getDerivedStateFromError', 'retryLane'].filter(has)).toHaveLength(2)
    const left = [
      '::view-transition-group',
      'data-precedence',
      'reactFormReplay',
      'hydrateRoot',
      'DetermineComponentFrameRoot',
      'reactFragments',
      'annotation-xml',
      'onpropertychange',
    ]
    expect(left.filter(has)).toEqual([])
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

/** The files of script that come before these parts are shown: the page's own, and what they import. */
function scriptsOf(...parts: readonly string[]): readonly Rolldown.OutputChunk[] {
  const chunks = chunksOf()
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunkAt(name))
  }
  // A page names the script that the entry imports, and nothing else is in the entry.
  for (const name of chunks.find(({ isEntry }) => isEntry)?.imports ?? []) add(chunkAt(name))
  for (const part of parts) {
    const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(part))
    if (own === undefined) throw new Error(`${part} has no file of its own.`)
    add(own)
  }
  return [...found]
}

/** The words of one cut in a language: a file of their own. */
function wordsIn(language: Language, cut: string): readonly Rolldown.OutputChunk[] {
  const file = `/po/${cut}/${language}.po`
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

function chunkNamed(name: string): Rolldown.OutputChunk | undefined {
  return chunksOf().find((chunk) => chunk.name === name)
}

const sizes = new Map<Rolldown.OutputChunk, number>()

function sizeOf(chunks: readonly Rolldown.OutputChunk[]): number {
  for (const chunk of chunks) {
    if (!sizes.has(chunk)) sizes.set(chunk, brotliCompressSync(chunk.code).length)
  }
  return chunks.reduce((sum, chunk) => sum + (sizes.get(chunk) ?? 0), 0)
}

/** The scripts that stand in a visitor's document, as bench/pages/measurePage.mjs counts them. */
function sizeOfInline(): number {
  const entry = JSON.parse(textOf('.vite/inline.json')) as InlineEntry
  const early = minifySync('early.js', earlyInputScript).code
  return [schemeScript, early, entry.libraries, entry.script].reduce(
    (sum, script) => sum + brotliCompressSync(script).length,
    0,
  )
}

/** Everything that a sample file of a deployment calls a secret or a key. */
async function secretsOfDeployments(): Promise<string[]> {
  const folder = new URL('../../deployments/', import.meta.url)
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
