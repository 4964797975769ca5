import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that need a database server. */
const postgresAlone = '{src,test}/**/postgres*.test.ts'
const isPostgres = process.env['GATEHOUSE_TEST_DATABASE'] === 'postgres'

/**
 * Tests that the embedded database could affect: storage, jobs, the outbox and one journey an area.
 */
const storage = [
  'src/database/**/*.test.ts',
  'src/maintenance/**/*.test.ts',
  'src/webhooks/**/*.test.ts',
  'src/mail/outbox.test.ts',
  'src/operators/commandSocket.test.ts',
  'src/auth/login/logIn.test.ts',
  'src/auth/session/session.test.ts',
  'src/accounts/registration/confirmEmail.test.ts',
  'src/accounts/email/updateEmail.test.ts',
  'src/accounts/deletion/deleteUser.test.ts',
  'src/federation/connections/linking.test.ts',
  'src/federation/partners/handlePartnerCallback.test.ts',
  'src/oidc/provider.test.ts',
]
/** Whether a folder takes the statements of the run, for `npm run statements`. */
const isRecorded = isPostgres && process.env['GATEHOUSE_TEST_STATEMENTS'] !== undefined
const isStorage = process.env['GATEHOUSE_TEST_SELECTION'] === 'storage'

export default defineConfig({
  test: {
    name: 'server',
    include: isStorage ? storage : ['{src,test}/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '{src,test}/**/*.hard.test.ts',
      ...(isPostgres ? [] : [postgresAlone]),
    ],
    globalSetup: ['test/fixtures/template.ts'],
    setupFiles: isRecorded ? ['test/fixtures/recordStatements.ts'] : [],
    // Nothing is mocked, so files may share a worker, its modules and its compiled template.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
