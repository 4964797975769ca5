import { basename } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { measureContrast } from './src/themes/contrast.ts'

/** Shared by some screens only, and none of the business of the others. */
const loadedWhenShown =
  /portal\/src\/(locales\/(errorWords|message|trusted|po\/errors)|forms\/(Approvals|useMinimum|New|Date|mask|password|useDelayed|useMixed|botTraps|Checkbox|Combobox|TextArea|captcha\/(check|open)|useNew|blockEvent|Reauth|useReauth)|session\/(ActOnLoad|openPartner|partnerArrival|mailLinks|asksFirst|platforms)|ui\/Dialog)|contract\/src\/(fields|display|errors|survey|countries)/

/**
 * Says at the top of the one sheet in which order the layers win. The chunks decide the order of its
 * parts, and whichever came first would decide otherwise.
 */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) {
        file.source = `@layer tokens,base,parts,theme;${String(file.source)}`
      }
    }
  },
}

/**
 * Writes where the sheet and the icon of each theme are to be found, by the folder's name: the file
 * server writes those of a deployment into its page.
 */
const themeIndex: Plugin = {
  name: 'theme-index',
  enforce: 'post',
  generateBundle(_, bundle) {
    const index: Record<string, Record<string, string>> = {}
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset') continue
      for (const source of file.originalFileNames) {
        const [, theme, part] = /\/themes\/([^/]+)\/(theme\.css|icon\.svg)$/.exec(source) ?? []
        if (theme === undefined || part === undefined) continue
        index[theme] = {
          ...index[theme],
          [part === 'theme.css' ? 'sheet' : 'icon']: `/${file.fileName}`,
        }
      }
    }
    this.emitFile({ type: 'asset', fileName: 'themes.json', source: JSON.stringify(index) })
  },
}

/** What the classes of each part are called, by its sheet's name. */
const classes: Record<string, Record<string, string>> = {}

/** The parts of which the server makes pages. */
const partsOfServer = new Set(['VisitorFrame', 'Brand', 'Wordmark', 'Button', 'Form'])

/** Writes what the parts' classes are called, so that the server's own pages look like the portal's. */
const classIndex: Plugin = {
  name: 'class-index',
  enforce: 'post',
  generateBundle() {
    const ofServer = Object.entries(classes).filter(([part]) => partsOfServer.has(part))
    const source = JSON.stringify(Object.fromEntries(ofServer))
    this.emitFile({ type: 'asset', fileName: 'classes.json', source })
  },
}

/** Gives what the page shows without the portal the portal's looks: `%Button.label%` is a class. */
const pageClasses: Plugin = {
  name: 'page-classes',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/%(\w+)\.(\w+)%/g, (asked, part: string, name: string) => {
        const known = classes[part]?.[name]
        if (known === undefined) throw new Error(`index.html: no sheet has ${asked}.`)
        return known
      }),
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

export default defineConfig({
  plugins: [
    // First: the macros read the source as it was written.
    babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
    lingui(),
    react(),
    readableThemes,
    layersFirst,
    themeIndex,
    classIndex,
    pageClasses,
  ],
  // Names that are read would be a twentieth of the sheet.
  css: {
    modules: {
      generateScopedName: '[hash:base64:4]',
      getJSON(file, names) {
        classes[basename(file, '.module.css')] = names
      },
    },
  },
  build: {
    target: 'es2023',
    // light-dark() and oklch() as they are: rewriting them doubles the style sheet.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Art stays in files of its own: inlined it would delay the first paint.
    assetsInlineLimit: 0,
    // One small sheet and few files: on a slow phone a request costs more than the bytes.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'base', minShareCount: 2, test: (id) => !loadedWhenShown.test(id) }],
        },
      },
    },
  },
})
