import { mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(vite, {
  test: { name: 'portal', include: ['{build,src}/**/*.test.{ts,tsx}'] },
})
