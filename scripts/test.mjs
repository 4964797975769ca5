// npm test: the groups of stages.mjs one after the other, until a stage fails; npm run test:nightly
// goes on. `npm test -- e2e types` runs the named stages or groups; `npm test -- e2e --grep x` passes
// the rest to the stage's tool. npm run check runs the quick ones.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail } from './bootstrap.mjs'
import { runningDb, startPostgres } from './postgres.mjs'
import { interrupted, isEnding, runTogether } from './processes.mjs'
import { findChromium, findFirefox, findProgram } from './programs.mjs'
import { citus, daily, nightly, quick, stagesOf } from './stages.mjs'

const isCi = (process.env.CI ?? '') !== ''
let postgres = null
let cluster = null

/**
 * The needs of stages: each yields settings once it is ready, or null. Any other name is a program
 * of Debian.
 */
const needs = {
  async postgres() {
    postgres ??= runningDb() ?? (await startPostgres())
    return (
      postgres && {
        GATEHOUSE_TEST_DATABASE: 'postgres',
        GATEHOUSE_TEST_POSTGRES_URL: postgres.url,
        GATEHOUSE_TEST_POSTGRES_SOCKET_URL: postgres.socketUrl,
      }
    )
  },
  async citus() {
    const { startCitus } = await import('./citus/citus.mjs')
    cluster ??= await startCitus()
    return (
      cluster && {
        GATEHOUSE_TEST_DATABASE: 'postgres',
        GATEHOUSE_TEST_POSTGRES_URL: cluster.coordinator.url,
        GATEHOUSE_TEST_POSTGRES_SOCKET_URL: cluster.coordinator.socketUrl,
        GATEHOUSE_TEST_CITUS_WORKERS: cluster.workers.map(({ url }) => url).join(' '),
      }
    )
  },
  /** A database of the cluster for the product, spread by the command for operators. */
  async spread() {
    const { spreadDatabase } = await import('./citus/citus.mjs')
    return { DATABASE_URL: await spreadDatabase(cluster, 'product') }
  },
  async statements() {
    const { emptyRecord } = await import('./statements/record.mjs')
    return { GATEHOUSE_TEST_STATEMENTS: emptyRecord() }
  },
  async browser() {
    const CHROMIUM_PATH = await findChromium()
    return CHROMIUM_PATH && { CHROMIUM_PATH }
  },
  firefox() {
    const FIREFOX_PATH = findFirefox()
    return FIREFOX_PATH && { FIREFOX_PATH }
  },
  /** Of networks, mounts and processes, which only root makes, and not in every container. */
  namespaces() {
    const kinds = ['--net', '--ipc', '--mount', '--pid', '--fork', '--mount-proc']
    return spawnSync('unshare', [...kinds, 'true']).status === 0 ? {} : null
  },
  /** Where the files of deploy/patroni look for it. */
  'postgresql-15': () =>
    findProgram(['15/bin/postgres'], ['postgresql-15'], () => ['/usr/lib/postgresql']) && {},
  etcd: () => findProgram(['etcd'], ['etcd-server']) && {},
  etcdctl: () => findProgram(['etcdctl'], ['etcd-client']) && {},
}

/**
 * Runs the stages named in the arguments, or all of them, and prints what each took. A failed one is
 * the last, unless the run goes on. Returns the exit code. Nothing that a stage started lives on.
 */
export async function runStages(groups, args, goesOn = false) {
  const { extra, chosen } = readArguments(groups, args)
  const reports = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  const rows = []
  const isGood = () => rows.every((row) => row.isGood)
  for (const [group, stages] of chosen) {
    if (isEnding() || !(goesOn || isGood())) break
    rows.push(...(await runGroup(group, stages, { extra, reports })))
  }
  await postgres?.end?.()
  await cluster?.end()
  rmSync(reports, { recursive: true, force: true })
  printTable(rows)
  return isEnding() ? interrupted : Number(!isGood())
}

async function runGroup(group, stages, { extra, reports }) {
  const rows = []
  const commands = []
  for (const [name, stage] of stages) {
    const PLAYWRIGHT_JSON_OUTPUT_NAME = join(reports, `${name}.json`)
    const command = stage.command.replace('{report}', PLAYWRIGHT_JSON_OUTPUT_NAME)
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME }
    const missing = []
    for (const need of stage.needs ?? []) {
      const settings = await (needs[need] === undefined ? findProgram([need]) && {} : needs[need]())
      if (!settings) missing.push(need)
      Object.assign(env, settings)
    }
    const isSkipped = missing.length > 0
    if (isSkipped) rows.push({ name, verdict: `SKIPPED: no ${missing.join(', ')}`, isGood: !isCi })
    if (isSkipped && stage.instead === undefined) continue
    commands.push({ name, command, env: { ...env, ...(isSkipped && stage.instead), ...stage.env } })
  }
  if (commands.length === 0) return rows
  console.log(`\n── ${commands.map(({ name }) => name).join(', ')}`)
  // Every failure of the checks is worth the few seconds. Others end what runs beside them.
  const endsOn = group === 'check' ? [] : ['failure']
  const ends = await runTogether(commands, { endsOn, isGrouped: true, args: extra })
  return [...rows, ...ends.map((end) => judge(end, join(reports, `${end.command.name}.json`)))]
}

/** In CI nothing may be skipped, so that a green run means that everything ran. */
function judge({ command, exitCode, killed, timings }, report) {
  const [passed, failed, skipped] = countsOf(report)
  const isGood = exitCode === 0 && (skipped === 0 || !isCi)
  const end = killed ? 'ended' : exitCode === 0 ? 'passed' : 'FAILED'
  const verdict = skipped > 0 ? `${end}, ${skipped} tests SKIPPED` : end
  return { name: command.name, seconds: timings.durationSeconds, verdict, passed, failed, isGood }
}

/** The tests that passed, failed and were skipped, by a report of Vitest or Playwright. */
function countsOf(report) {
  try {
    const { stats, ...sums } = JSON.parse(readFileSync(report, 'utf8'))
    return stats === undefined
      ? [sums.numPassedTests, sums.numFailedTests, sums.numPendingTests + sums.numTodoTests]
      : [stats.expected, stats.unexpected + stats.flaky, stats.skipped]
  } catch {
    // Most tools have no tests to count.
    return [0, 0, 0]
  }
}

function printTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length), 0)
  const lines = rows.map(
    ({ name, seconds = 0, verdict }) =>
      `${name.padEnd(width)} ${seconds.toFixed(0).padStart(5)} s  ${verdict}`,
  )
  const failed = rows.filter(({ isGood, verdict }) => !isGood && verdict !== 'ended')
  if (failed.length > 0) lines.push(`\nFailed at the stage: ${failed.map(({ name }) => name)}`)
  const sumOf = (key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0)
  console.log(`\n${lines.join('\n')}\n\n${sumOf('passed')} passed, ${sumOf('failed')} failed`)
}

/** Reads the command line: names of stages and groups, the rest for the only stage. */
function readArguments(groups, args) {
  const all = Object.keys(groups).map((group) => [group, stagesOf(groups, group)])
  const names = all.flatMap(([group, stages]) => [...stages.map(([name]) => name), group])
  const asked = args.filter((arg) => names.includes(arg))
  const extra = args.filter((arg) => !names.includes(arg))
  const isAsked = (name, group) =>
    asked.includes(name) || (asked.includes(group) && groups[group][group] === undefined)
  const chosen = all.map(([group, stages]) => [
    group,
    asked.length === 0 ? stages : stages.filter(([name]) => isAsked(name, group)),
  ])
  if (extra.length > 0 && chosen.flatMap(([, stages]) => stages).length !== 1) {
    fail(`${extra.join(' ')} is none of ${[...new Set(names)].join(', ')}.`)
  }
  return { extra, chosen }
}

if (process.argv[1] === import.meta.filename) {
  const [name, ...args] = process.argv.slice(2)
  const table = new Map(Object.entries({ citus, daily, nightly, quick })).get(name)
  process.exit(await runStages(table, args, name === 'nightly' || name === 'citus'))
}
