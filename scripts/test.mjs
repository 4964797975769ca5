// npm test and npm run test:nightly: the groups of stages.mjs one after the other, each to its end.
// `npm test -- product types` runs the named stages or groups; `npm test -- product --grep x` passes
// the rest to the stage's tool. npm run check runs the quick ones.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { fail, root } from './bootstrap.mjs'
import { runningDb, startPostgres } from './postgres.mjs'
import { interrupted, isEnding, runTogether } from './processes.mjs'
import { findChromium, findFirefox, findProgram } from './programs.mjs'
import { citus, daily, nightly, quick, stagesOf } from './stages.mjs'

const isCi = (process.env.CI ?? '') !== ''
// What each stage found, until it runs again: for a look at what took its time. Runs at one moment, as
// in the tests of this file, have a folder each.
const { GATEHOUSE_TEST_REPORTS: reports = join(root, 'node_modules/.cache/gatehouse-test') } =
  process.env
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
  /** A browser of WebKit comes with its driver. */
  webkit: () =>
    findProgram(['WebKitWebDriver'], ['webkit2gtk-driver']) &&
    findProgram(['Xvfb'], ['xvfb']) &&
    {},
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
  /** No package of Debian 12: Go builds it. */
  helm() {
    const build = ['install', 'helm.sh/helm/v3/cmd/helm@v3.19.0']
    if (findHelm() === null) spawnSync('go', build, { stdio: 'inherit' })
    const HELM = findHelm()
    return HELM && { HELM }
  },
}

const findHelm = () => findProgram(['helm'], [], () => [join(homedir(), 'go/bin')])

/**
 * Runs the stages named in the arguments, or all of them, and prints what each took and found. Returns
 * the exit code. No stage ends another one, and nothing that a stage started lives on. `repeats` begins
 * the command that runs one of the stages again.
 */
export async function runStages(groups, args, repeats = 'npm test --') {
  const { extra, chosen } = readArguments(groups, args)
  mkdirSync(reports, { recursive: true })
  const rows = []
  const isGood = () => rows.every((row) => row.isGood)
  for (const [group, stages] of chosen) {
    if (isEnding()) break
    rows.push(...(await runGroup(group, stages, extra)))
  }
  await postgres?.end?.()
  await cluster?.end()
  printTable(rows, repeats)
  return isEnding() ? interrupted : Number(!isGood())
}

async function runGroup(group, stages, extra) {
  const rows = []
  const commands = []
  for (const [name, stage] of stages) {
    const PLAYWRIGHT_JSON_OUTPUT_NAME = join(reports, `${name}.json`)
    rmSync(PLAYWRIGHT_JSON_OUTPUT_NAME, { force: true })
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
  const ends = await runTogether(commands, { endsOn: [], isGrouped: true, args: extra })
  const chosen = Object.fromEntries(stages)
  const judged = ends.map((end) => {
    const { name } = end.command
    return judge(end, chosen[name], join(reports, `${name}.json`))
  })
  return [...rows, ...judged]
}

/** In CI no other tests may be skipped, so that a green run means that everything ran. */
function judge({ command: { name }, exitCode, killed, timings }, { skips = 0 }, report) {
  const found = readReport(report)
  const { passed = 0, failed = [], skipped = 0 } = found ?? {}
  const isGood = exitCode === 0 && (skipped === skips || !isCi)
  const end = killed ? 'ended' : exitCode === 0 ? 'passed' : 'FAILED'
  return { name, seconds: timings.durationSeconds, verdict: end, passed, failed, skipped, isGood }
}

/** The tests of a stage by the report of Vitest or Playwright; null for a tool that has none. */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return report.stats === undefined ? ofVitest(report) : ofPlaywright(report)
  } catch {
    return null
  }
}

function ofVitest({ numPassedTests: passed, numPendingTests, numTodoTests, testResults = [] }) {
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((each) => each.status === 'failed')
    // A file that cannot be loaded, or whose hook failed, has no failed test.
    if (tests.length === 0 && status === 'failed') return [{ title: file, args: [file] }]
    return tests.map(({ fullName, title }) => ({
      title: fullName,
      args: [file, '-t', literally(title)],
    }))
  })
  return { passed, failed, skipped: numPendingTests + numTodoTests }
}

function ofPlaywright({ stats, suites, config, errors = [] }) {
  const folder = relative(root, config.rootDir)
  const failed = suites.flatMap((suite) => failedIn(suite, []))
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failed: [
      ...failed.map(({ file, line, title }) => ({
        title,
        args: [join(folder, `${file}:${line}`)],
      })),
      // What broke outside of a test, such as a server that did not start.
      ...errors.map(({ message }) => ({ title: message.split('\n', 1)[0], args: [] })),
    ],
  }
}

function failedIn({ title, specs = [], suites = [] }, above) {
  const titles = [...above, title]
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title: own }) => ({
        file,
        line,
        title: [...titles.slice(1), own].join(' '),
      })),
    ...suites.flatMap((suite) => failedIn(suite, titles)),
  ]
}

function printTable(rows, repeats) {
  const width = Math.max(...rows.map(({ name }) => name.length), 0)
  const lines = rows.map(({ name, seconds = 0, verdict, passed = 0, failed = [], skipped = 0 }) => {
    const counts = [
      ...(passed > 0 ? [`${passed} passed`] : []),
      ...(failed.length > 0 ? [`${failed.length} FAILED`] : []),
      ...(skipped > 0 ? [`${skipped} SKIPPED`] : []),
    ].join(', ')
    const head = `${name.padEnd(width)} ${seconds.toFixed(0).padStart(5)} s  ${verdict}`
    return counts === '' ? head : `${head}: ${counts}`
  })
  console.log(`\n${lines.join('\n')}`)
  for (const { name, isGood, failed = [] } of rows) {
    if (isGood) continue
    console.log(`\nFailed: ${name}. To repeat ${failed.length === 0 ? 'it' : 'each'}:`)
    const commands = failed.length === 0 ? [{ title: null, args: [] }] : failed
    for (const { title, args } of commands) {
      console.log(`  ${[repeats, name, ...args.map(quoted)].join(' ')}`)
      if (title !== null) console.log(`    ${title}`)
    }
  }
  const sumOf = (count) => rows.reduce((sum, row) => sum + count(row), 0)
  const [passed, failed, skipped] = [
    sumOf((row) => row.passed ?? 0),
    sumOf((row) => row.failed?.length ?? 0),
    sumOf((row) => row.skipped ?? 0),
  ]
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
}

/** A regular expression for exactly this text. */
function literally(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** As a shell takes it. */
function quoted(arg) {
  return /^[\w./:@-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`
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
  const runs = {
    citus: [citus, 'npm run prove -- citus'],
    daily: [daily],
    nightly: [nightly, 'npm run test:nightly --'],
    // `npm test` has these stages too, and they take files there.
    quick: [quick],
  }
  const [groups, repeats] = runs[name]
  process.exit(await runStages(groups, args, repeats))
}
