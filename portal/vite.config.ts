import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { calls } from '@gatehouse/contract/calls'
import { type IdentityProvider, identityProviders } from '@gatehouse/contract/identityProviders'
import type { PathName } from '@gatehouse/contract/routes'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig, type Plugin, type Rolldown } from 'vite'
import { inlineEntry } from './build/inlineEntry.ts'
import { joinedFiles } from './build/joinedFiles.ts'
import { leanReact } from './build/leanReact.ts'
import { filesOfLayout, screens, source } from './build/screenTables.ts'
import { measureContrast } from './src/themes/contrast.ts'

/** What only a signed-in player sees: the screens in a layout that comes later, and that layout. */
const filesOfAccount = new Set(
  screens.flatMap((row) => {
    const layout = filesOfLayout(row)
    return layout.length > 0 ? [...row.files, ...layout] : []
  }),
)

/** The prerendered screens that have a file of their own. */
const otherFirstNames: readonly string[] = ['passwordRecovery', 'register'] satisfies PathName[]
const filesOfOtherFirst = new Set(
  screens.filter(({ name }) => otherFirstNames.includes(name)).flatMap(({ files }) => files),
)

/** What brings the screen that most visits of players begin with. */
const filesOfAccountFirst = new Set(
  screens
    .filter(({ name }) => name === ('account' satisfies PathName))
    .flatMap(({ files }) => files),
)

const screenFiles = new Set(screens.flatMap(({ files }) => files))

/** Few visits come to these: their styles wait for them, at the cost of a request. */
const rareNames: readonly string[] = [
  'accountSafety',
  'activity',
  'connectedSites',
  'secondStep',
  'security',
] satisfies PathName[]
const filesOfRare = new Set(
  screens.filter(({ name }) => rareNames.includes(name)).flatMap(({ files }) => files),
)

/**
 * One script and one sheet of what every page needs, the first screens among it, and of every visitor's
 * styles: on a slow phone a request costs more than the bytes. The request that this
 * saves is spent on the words of the page's language. What only later screens share stays apart, unless
 * it is small, and the styles of a signed-in player's screen come with that screen.
 */
function chunkOf(id: string, modules: Modules): string | null {
  if (id.endsWith('.css')) {
    return isStyleOfAccount(id, modules) || isRare(id, modules) ? null : 'base'
  }
  if (isOfEveryPage(id, modules) || isShared(id, modules)) return 'base'
  if (isOfOtherFirst(id, modules)) return 'visitor'
  return isPartOfAccount(id, modules) ? 'parts' : null
}

/** A phone has six requests at a time: what visitors' other first screens share with any is one file. */
function isOfOtherFirst(id: string, modules: Modules): boolean {
  const loaders = [...loadersOf(id, modules)]
  return loaders.length > 1 && loaders.some((loader) => filesOfOtherFirst.has(loader))
}

/** The same for players: what their first screen shares with any is one file. */
function isPartOfAccount(id: string, modules: Modules): boolean {
  const loaders = [...loadersOf(id, modules)]
  return loaders.length > 1 && loaders.some((loader) => filesOfAccountFirst.has(loader))
}

/** Whether all that brings a file is rare, or is loaded later by what is. */
function isRare(id: string, modules: Modules): boolean {
  return [...loadersOf(id, modules)].every((loader) => {
    const { dynamicImporters = [] } = modules.getModuleInfo(loader) ?? {}
    const isLater = !screenFiles.has(loader) && dynamicImporters.length > 0
    return (
      filesOfRare.has(loader) || (isLater && dynamicImporters.every((one) => isRare(one, modules)))
    )
  })
}

function isOfEveryPage(id: string, modules: Modules): boolean {
  return [...loadersOf(id, modules)].some(
    (loader) => modules.getModuleInfo(loader)?.isEntry === true,
  )
}

function isStyleOfAccount(id: string, modules: Modules): boolean {
  const loaders = [...loadersOf(id, modules)]
  return loaders.length === 1 && loaders.every((loader) => filesOfAccount.has(loader))
}

/** A request costs a slow phone more than so many characters of a script. */
const smallest = 900

function isShared(id: string, modules: Modules): boolean {
  if (loadersOf(id, modules).size < 2) return false
  const {
    code = null,
    importedIds = [],
    dynamicallyImportedIds = [],
  } = modules.getModuleInfo(id) ?? {}
  if (code === null || code.length >= smallest) return false
  // The addresses of words that few read are no part of every page.
  if (dynamicallyImportedIds.some((one) => one.endsWith('.po'))) return false
  // What it imports would come along, small or not.
  return importedIds.every(
    (one) => one.endsWith('.css') || isOfEveryPage(one, modules) || isShared(one, modules),
  )
}

interface Modules {
  readonly getModuleInfo: Rolldown.ChunkingContext['getModuleInfo']
}

/** What brings a module with it: the page's script, or a part that is loaded when it is needed. */
function loadersOf(id: string, modules: Modules, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const info = modules.getModuleInfo(id)
  if (info === null) return new Set()
  const isLoader = info.isEntry || info.dynamicImporters.length > 0
  const loaders = new Set(isLoader ? [id] : [])
  for (const importer of info.importers) {
    for (const loader of loadersOf(importer, modules, seen)) loaders.add(loader)
  }
  return loaders
}

/**
 * Says at the top of every sheet in which order the layers win. The chunks decide the order of its
 * parts, and whichever came first would decide otherwise.
 */
export const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) {
        file.source = `@layer tokens,base,parts,theme,language;${String(file.source)}`
      }
    }
  },
}

/** A theme that cannot be read by everybody does not build. */
const readableThemes: Plugin = {
  name: 'readable-themes',
  apply: 'build',
  buildStart() {
    const failed = measureContrast().filter(({ found, needed }) => !(found >= needed))
    const lines = failed.map(
      ({ name, found, needed }) => `${name}: ${found.toFixed(2)} < ${needed}`,
    )
    if (lines.length > 0) this.error(`Too little contrast:\n${lines.join('\n')}`)
  },
}

/**
 * Writes beside every file of text what a browser is sent of it, as small as it gets: once, and not
 * for every visitor.
 */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((file) => /\.(js|css|svg|json)$/.test(file))
    await Promise.all(
      texts.map(async (name) => {
        const file = join(dir, name)
        const text = await readFile(file)
        const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
        await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }))
        await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
      }),
    )
  },
}

/**
 * Replaces tables of the contract by the columns that the portal reads. The columns that the server
 * enforces, and the schema library with them, stay away from browsers.
 */
const contractTables: Plugin = {
  name: 'contract-tables',
  load(id) {
    if (id.endsWith('/contract/src/calls.ts')) {
      return tableOf('calls', calls, ['method', 'path', 'caller'])
    }
    if (id.endsWith('/contract/src/identityProviders.ts')) {
      return tableOf('identityProviders', identityProviders, columnsOfProviders)
    }
    return null
  },
}

const columnsOfProviders: readonly (keyof IdentityProvider)[] = [
  'title',
  'isRarelyLinked',
  'startTakes',
  'finishTakes',
  'unlinkField',
  'idParameter',
  'redeemer',
  'partnerServiceRule',
]

function tableOf(name: string, rows: object, columns: readonly string[]) {
  const read = Object.entries(rows).map(([key, row]: [string, object]) => [
    key,
    Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column))),
  ])
  const table = JSON.stringify(Object.fromEntries(read))
  return { code: `export const ${name} = ${table}`, moduleType: 'js' } as const
}

/** What makes scripts of our sources. */
export const language = [
  // First: the macros read the source as it was written.
  babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
  lingui(),
  react(),
  contractTables,
]

// Names that are read would be a twentieth of the sheet.
export const css: CSSOptions = {
  modules: { generateScopedName: '[hash:base64:4]' },
}

export default defineConfig({
  plugins: [joinedFiles, language, leanReact, readableThemes, layersFirst, inlineEntry, compressed],
  css,
  // React has the hook itself.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  build: {
    target: 'es2023',
    // The server finds the files of the portal, of its screens and themes in it.
    manifest: true,
    // light-dark() and oklch() as they are: rewriting them doubles the style sheet.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Art stays in files of its own: inlined it would delay the first paint.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: join(source, 'main.tsx'),
      output: {
        codeSplitting: {
          groups: [{ name: chunkOf }],
        },
      },
    },
  },
})
