import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Modules that belong to some screens only; everything else is one file. */
const loadedWhenShown =
  /\/src\/(screens\/|consent\/|app\/Account|forms\/(New|Date|mask|passwordRules|useDelayed|useMixed|botTraps|Checkbox))/

export default defineConfig({
  plugins: [
    // First: the macros must be gone before the compiler looks at the components.
    babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
    lingui(),
    react({ compiler: true }),
  ],
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
          groups: [{ name: 'base', test: (id) => !loadedWhenShown.test(id) }],
        },
      },
    },
  },
})
