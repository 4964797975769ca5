// npm run test:hard: the tests that take too long for npm test, such as killed processes, an hour's
// outage and floods. `npm run test:hard -- pglite crashes/refresh` runs one file of one stage.
import { bootstrap } from './bootstrap.mjs'
import { buildPortal } from './portal.mjs'
import { debianTool } from './scans/debianTool.mjs'
import { TestRun } from './testRun.mjs'

await bootstrap()
// The proxies of a server's own tests.
for (const proxy of ['haproxy', 'caddy', 'nginx']) debianTool(proxy)
// The poolers of the database's tests; a newer one is fetched where this Debian's is old.
debianTool('pgbouncer')
// What signs releases.
debianTool('minisign')
// The whole browser, because its shell has no autofill.
debianTool('chromium')
const run = new TestRun()
const long = ['--config', 'server/vitest.hard.config.ts']
/** The tests of failures that only a database server has. */
const postgresAlone = '**/postgres*.hard.test.ts'

const stages = {
  pglite: (extra) => run.vitest('pglite', [...long, '--exclude', postgresAlone, ...extra]),
  postgres: (extra) => run.vitest('postgres', [...long, ...extra]),
  // The server's tests of npm test, with one node and on PGlite. npm test has two nodes on
  // PostgreSQL.
  single: (extra) => run.vitest('postgres', ['--project', 'server', ...extra]),
  embedded: (extra) => run.vitest('pglite', ['--project', 'server', ...extra]),
  build: () => {
    buildPortal()
    return true
  },
  // A release in a clone, and the server of its archive.
  release: (extra) =>
    run.vitest('alone', ['--config', 'scripts/release/vitest.hard.config.mjs', ...extra]),
  // The scenarios in every environment and theme. npm test leaves out environments with the same
  // rules.
  environments: (extra) => run.playwright('e2e', extra, { EVERY_ENVIRONMENT: 'yes' }),
  browser: (extra) => run.playwright('e2e/hard.config.ts', ['--pass-with-no-tests', ...extra]),
}

process.exit(await run.go(stages, process.argv.slice(2)))
