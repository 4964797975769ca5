import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that need a database server. */
const postgresAlone = '{src,test}/**/postgres*.test.ts'
const isPostgres = process.env['GATEHOUSE_TEST_DATABASE'] === 'postgres'

/** True when a folder takes the statements of the run, for `npm run test:nightly -- statements`. */
const isRecorded = isPostgres && process.env['GATEHOUSE_TEST_STATEMENTS'] !== undefined

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,samples,test}/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '{src,test}/**/*.{hard,citus}.test.ts',
      ...(isPostgres ? [] : [postgresAlone]),
    ],
    globalSetup: ['test/fixtures/template.ts'],
    setupFiles: [
      'test/fixtures/busyMachine.ts',
      ...(isRecorded ? ['test/fixtures/recordStatements.ts'] : []),
    ],
    // Nothing is mocked, so files may share a worker, its modules and its compiled template.
    isolate: false,
    maxWorkers: 4,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine, or one whose database is slow, may take longer than a second.
    expect: { poll: { timeout: 60_000 } },
  },
})
