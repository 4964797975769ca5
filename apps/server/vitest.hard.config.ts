import { defineConfig } from 'vitest/config'

/** The slow tests, one file after the other: `npm run test:nightly`. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'server, hard',
    include: [
      '{src,test}/**/*.hard.test.ts',
      // Beside a database that is spread: `npm run prove -- citus`.
      ...(process.env['GATEHOUSE_TEST_CITUS_WORKERS'] ? ['test/**/*.citus.test.ts'] : []),
    ],
    globalSetup: ['test/fixtures/template.ts'],
    maxWorkers: 1,
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 300_000 } },
  },
})
