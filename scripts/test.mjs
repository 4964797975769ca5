// npm test: the checks of the sources together with the unit tests, then one stage after the other
// until one fails. `npm test -- e2e types` runs the named ones; `npm test -- e2e --grep x` passes
// the rest to the stage's tool.
import { bootstrap } from './bootstrap.mjs'
import { buildPortal } from './portal.mjs'
import { emptyRecord } from './statements/record.mjs'
import { runTool, TestRun } from './testRun.mjs'

await bootstrap()
const run = new TestRun()
const roomsBesideTheServer = [
  'house',
  'scripts',
  'contract',
  'client',
  'signin',
  'stand-ins',
  'portal',
].flatMap((project) => ['--project', project])

const stages = {
  lint: async () =>
    (await runTool('oxlint', ['--type-aware', '--deny-warnings'])) && runTool('oxfmt', ['--check']),
  types: () => runTool('tsc', ['-b']),
  unused: () => runTool('knip', []),
  // A text without a translation appears as its number.
  words: () =>
    runTool('lingui', ['check', 'sync', '--clean', '--config', 'portal/lingui.config.ts']),
  lock: () => runTool(process.execPath, ['scripts/lock.mjs']),
  unit: (extra) => run.vitest('alone', [...roomsBesideTheServer, ...extra]),
  build: () => {
    buildPortal()
    return true
  },
  // The whole server with two nodes on PostgreSQL. npm run test:hard also runs it with one.
  // It records the statements for the next stage.
  server: (extra) => {
    if (extra.length === 0) process.env.GATEHOUSE_TEST_STATEMENTS ??= emptyRecord()
    return run.vitest('nodes', ['--project', 'server', ...extra])
  },
  statements: () => runTool(process.execPath, ['scripts/statements/statements.mjs', '--check']),
  // The parts that differ on the embedded database: storage, jobs, the outbox and one test of each
  // area.
  storage: (extra) => run.vitest('storage', ['--project', 'server', ...extra]),
  e2e: (extra) => run.playwright('e2e', extra),
}

const besideUnit = ['lint', 'types', 'unused', 'words', 'lock', 'unit']

process.exit(await run.go(stages, process.argv.slice(2), besideUnit))
