import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin, transformWithOxc } from 'vite'
import { css, language, layersFirst } from './vite.config.ts'

/** The names in the scope that the stage gives to the script. */
const inScope =
  'setTimeout,setInterval,requestAnimationFrame,requestIdleCallback,fetch,BroadcastChannel,Worker,MessageChannel'

const stage = join(import.meta.dirname, 'build/for-tests/stage.ts')

/** Gives the script to the stage, which stands in the page before it. */
const restartable: Plugin = {
  name: 'restartable',
  enforce: 'post',
  async transformIndexHtml() {
    const { code } = await transformWithOxc(await readFile(stage, 'utf8'), stage)
    return [{ tag: 'script', attrs: { type: 'module' }, children: code, injectTo: 'head-prepend' }]
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = `stage.open(({${inScope}})=>{${file.code}\n})`
      }
    },
  },
}

/**
 * The portal for browser tests that answer its calls themselves: its sources as the browsers of
 * players get them, in one script and one sheet. A page of it loads in a tenth of a second.
 */
export default defineConfig({
  plugins: [language, layersFirst, restartable],
  css,
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  build: {
    target: 'es2023',
    manifest: true,
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
