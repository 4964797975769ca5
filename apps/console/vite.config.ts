import { compressed } from '@gatehouse/ui/build/compressed'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { art } from './build/art.ts'
import { words } from './build/words.ts'

/** Files of our host alone: nothing in the page is inline, as its policy allows no such thing. */
export default defineConfig({
  plugins: [react(), art, words, compressed],
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
})
