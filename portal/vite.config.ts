import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Shared by some screens only, and none of the business of the others. */
const loadedWhenShown =
  /portal\/src\/(locales\/(errorWords|message|trusted|po\/errors)|forms\/(New|Date|mask|password|useDelayed|useMixed|botTraps|Checkbox|Combobox|TextArea|captcha\/(check|open)|useNew|blockEvent|Reauth|useReauth)|session\/(ActOnLoad|mailLinks)|ui\/Dialog)|contract\/src\/(fields|display|errors|survey|countries)|@base-ui/

export default defineConfig({
  plugins: [
    // First: the macros read the source as it was written.
    babel({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
    lingui(),
    react(),
  ],
  css: { modules: { generateScopedName: '[local]-[hash:base64:4]' } },
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
