import { defineConfig } from 'vite'
import { css, language } from './vite.config.ts'

/**
 * The part of the portal that the server runs to render pages: one file that needs nothing around it.
 * Classes have the names of the build for browsers.
 */
export default defineConfig({
  plugins: language,
  css,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/prerender.tsx',
    outDir: 'dist/prerender',
    target: 'node22',
    // The scripts that stand in the page are parts of it.
    minify: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'prerender.mjs' } },
  },
})
