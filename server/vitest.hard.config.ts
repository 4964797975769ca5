import { defineConfig } from 'vitest/config'

/** The slow tests, one file after the other: `npm run test:nightly`. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'server, hard',
    include: ['{src,test}/**/*.hard.test.ts'],
    globalSetup: ['test/fixtures/template.ts'],
    maxWorkers: 1,
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
  },
})
