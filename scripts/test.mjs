// npm test: every stage one after the other, up to the first that fails. `npm test -- e2e types` runs
// the named ones alone; what follows `--` after them goes to the last tool as it is.
import { bootstrap } from './bootstrap.mjs'
import { buildPortal } from './portal.mjs'
import { runTool, TestRun } from './testRun.mjs'

await bootstrap()
const run = new TestRun('test')

const stages = {
  lint: async () =>
    (await runTool('oxlint', ['--type-aware', '--deny-warnings'])) && runTool('oxfmt', ['--check']),
  types: () => runTool('tsc', ['-b']),
  unused: () => runTool('knip', []),
  // A word that is in no catalogue is shown as its number.
  words: () =>
    runTool('lingui', ['check', 'sync', '--clean', '--config', 'portal/lingui.config.ts']),
  lock: () => runTool(process.execPath, ['scripts/lock.mjs']),
  unit: (extra) => run.vitest('pglite', extra),
  // Two servers on PostgreSQL; npm run test:hard has one.
  nodes: (extra) => run.vitest('nodes', ['--project', 'server', ...extra]),
  build: () => {
    buildPortal()
    return true
  },
  e2e: (extra) => run.playwright('e2e', extra),
  cases: () => runTool(process.execPath, ['scripts/cases.mjs', '--check']),
}

process.exit(await run.go(stages, process.argv.slice(2)))
