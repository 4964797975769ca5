import { configDefaults, defineConfig } from 'vitest/config'

/** What only a server of databases can do. */
const postgresAlone = '{src,test}/**/postgres*.test.ts'
const isPostgres = process.env['GATEHOUSE_TEST_DATABASE'] === 'postgres'

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,test}/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '{src,test}/**/*.hard.test.ts',
      ...(isPostgres ? [] : [postgresAlone]),
    ],
    globalSetup: ['test/fixtures/template.ts'],
    // Nothing is mocked, so files may share a worker, its modules and its compiled template.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
