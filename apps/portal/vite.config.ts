import { join } from 'node:path'
import { calls } from '@gatehouse/contract/calls'
import { type IdentityProvider, identityProviders } from '@gatehouse/contract/identityProviders'
import { compressed } from '@gatehouse/ui/build/compressed'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig, type Plugin } from 'vite'
import { layerOfParts } from './build/layerOfParts.ts'
import { sharedFiles } from './build/sharedFiles.ts'
import { standInFaces } from './build/standInFaces.ts'
import { measureContrast } from './build/contrast.ts'
import { themeFiles } from './build/themeFiles.ts'

const entry = join(import.meta.dirname, 'src/main.tsx')

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
 * Replaces tables of the contract by the columns that the portal reads. The columns that the server
 * enforces, and the schema library with them, stay away from browsers.
 */
const contractTables: Plugin = {
  name: 'contract-tables',
  load(id) {
    if (id.endsWith('/contract/src/calls.ts')) {
      return callTable()
    }
    if (id.endsWith('/contract/src/identityProviderKeys.ts')) {
      const names = JSON.stringify(Object.keys(identityProviders))
      return { code: `export const identityProviderNames = ${names}`, moduleType: 'js' }
    }
    if (id.endsWith('/contract/src/identityProviders.ts')) {
      return tableOf('identityProviders', identityProviders, columnsOfProviders)
    }
    return null
  },
}

/** Calls of one method and caller stand together: that is a fifth of the table's bytes. */
function callTable() {
  const groups = new Map<string, string[]>()
  for (const [name, { method, caller, path }] of Object.entries(calls)) {
    const key = `'${method}','${caller}'`
    groups.set(key, [...(groups.get(key) ?? []), `${name} ${path}`])
  }
  const rows = [...groups].map(([key, those]) => `...rowsOf(${key},'${those.join(' ')}')`)
  const rowsOf = `(method, caller, text) =>
    text.match(/\\S+ \\S+/g).map((row) => row.split(' ')).map(([name, path]) => [name, { method, path, caller }])`
  const code = `const rowsOf = ${rowsOf}\nexport const calls = Object.fromEntries([${rows.join()}])`
  return { code, moduleType: 'js' } as const
}

const columnsOfProviders: readonly (keyof IdentityProvider)[] = [
  'title',
  'accountTitle',
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

/** The plugins that compile our sources. */
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
  postcss: { plugins: [themeFiles, standInFaces, layerOfParts] },
}

export default defineConfig({
  plugins: [language, readableThemes, layersFirst, compressed],
  css,
  // React has the hook itself.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  build: {
    target: 'es2023',
    // The server finds the files of the portal, of its screens and themes in it.
    manifest: true,
    // light-dark() and oklch() as they are: rewriting them doubles the style sheet.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: {
      // A file without a sheet is asked for at once anyway.
      resolveDependencies: (file, found) =>
        found.some((one) => one.endsWith('.css')) ? found : found.filter((one) => one !== file),
    },
    // Art stays in its own files: inlined it would delay the first paint.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: entry,
      // Tables of the contract that nothing here reads stay away.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: (id) => id === entry, priority: 1 },
            // Fetched once a form is idle.
            { name: 'errors', test: /\/contract\/src\/errors\.ts/ },
            ...sharedFiles,
          ],
        },
      },
    },
  },
})
