// npm run test:hard: what takes too long for npm test. Real processes that are killed, an hour of an
// outage, floods. `npm run test:hard -- pglite crashes/refresh` runs one file of one stage.
import { bootstrap } from './bootstrap.mjs'
import { buildPortal } from './portal.mjs'
import { debianTool } from './scans/debianTool.mjs'
import { TestRun } from './testRun.mjs'

await bootstrap()
// A proxy in front of a server, for its test.
debianTool('haproxy')
// The whole browser: its shell, in which the others run, has no autofill.
debianTool('chromium')
const run = new TestRun('hard')
const long = ['--config', 'server/vitest.hard.config.ts']
/** What only a server of databases can suffer. */
const postgresAlone = '**/postgres*.hard.test.ts'

const stages = {
  pglite: (extra) => run.vitest('pglite', [...long, '--exclude', postgresAlone, ...extra]),
  postgres: (extra) => run.vitest('postgres', [...long, ...extra]),
  // The server's tests of npm test, which has two nodes on PostgreSQL: with one, and on PGlite.
  single: (extra) => run.vitest('postgres', ['--project', 'server', ...extra]),
  embedded: (extra) => run.vitest('pglite', ['--project', 'server', ...extra]),
  build: () => {
    buildPortal()
    return true
  },
  // The scenarios in every environment and theme, of which npm test leaves out twins.
  environments: (extra) => run.playwright('e2e', extra, { EVERY_ENVIRONMENT: 'yes' }),
  browser: (extra) => run.playwright('e2e/hard.config.ts', ['--pass-with-no-tests', ...extra]),
}

process.exit(await run.go(stages, process.argv.slice(2)))
