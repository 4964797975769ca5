import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { root } from './bootstrap.mjs'

const module = new URL('test.mjs', import.meta.url).href

/** A tool that leaves a server behind: it writes the process ids of both. */
const tool = (end) => `
  const { spawn } = require('node:child_process')
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  console.log('pids', process.pid, server.pid)
  ${end}`
const failing = tool('setTimeout(() => process.exit(3), 500)')
const lasting = tool('setInterval(() => {}, 1000)')
const short = 'setTimeout(() => process.exit(3), 2000)'
const behind = { behind: 'console.log("ran behind")' }
const print = (name) => `console.log('${name}', JSON.stringify(process.argv.slice(3)))`
const failedTest = (title) => ({ status: 'failed', title, fullName: `A call ${title}` })
const vitestReport = ({ passed, failed = [] }) => ({
  numPassedTests: passed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: failed,
})
const playwrightReport = ({ expected, skipped = 0, suites = [], errors = [] }) => ({
  stats: { expected, skipped },
  config: { rootDir: join(root, 'tests/e2e/portal') },
  suites,
  errors,
})
const report = (counts) =>
  `require('node:fs').writeFileSync(process.argv[2], ${JSON.stringify(JSON.stringify(counts))})`

const failingWith = (made) => `${report(made)}; process.exit(1)`

/** Runs stages: groups of names with a program each. */
function run(groups, { args = [], env = {}, skips } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stages-'))
  const stageOf = (group, [name, source]) => {
    const file = join(folder, `${group}-${name}.cjs`)
    writeFileSync(file, source)
    return [name, { command: `node ${file} {report} {@}`, skips }]
  }
  const table = Object.entries(groups).map(([group, programs]) => [
    group,
    Object.fromEntries(Object.entries(programs).map((program) => stageOf(group, program))),
  ])
  const script = `
    import { runStages } from ${JSON.stringify(module)}
    const groups = ${JSON.stringify(Object.fromEntries(table))}
    process.exit(await runStages(groups, ${JSON.stringify(args)}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '', GATEHOUSE_TEST_REPORTS: join(folder, 'reports'), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const pids = async () => {
    while (!/pids \d+ \d+\n/.test(output)) await once(child.stdout, 'data')
    return /pids (\d+) (\d+)\n/.exec(output).slice(1).map(Number)
  }
  const exit = once(child, 'close').then(([code]) => ({ code, output }))
  return { child, pids, exit }
}

/** Resolves once none of the processes runs; the system takes a moment to bury them. */
const endOf = (pids) =>
  vi.waitFor(() => expect(() => pids.map((pid) => process.kill(pid, 0))).toThrow('ESRCH'), 300_000)

test.concurrent.each([
  ['alone', { tool: { tool: failing } }],
  ['beside another stage', { check: { tool: failing, other: '' } }],
])(
  'a stage that fails %s ends the server that its tool left behind, and no other stage (T70)',
  async (_, groups) => {
    const { pids, exit } = run({ ...groups, behind })
    const started = await pids()
    const { code, output } = await exit
    expect(code).toBe(1)
    for (const pid of started) await endOf([pid])
    expect(output).toContain('Failed: tool. To repeat it:\n  npm test -- tool\n')
    expect(output).toContain('ran behind')
  },
)

test.concurrent('a stage that fails leaves the one beside it its whole result', async () => {
  const slow = short.replace('process.exit(3)', report(vitestReport({ passed: 7 })))
  const { code, output } = await run({ group: { slow, fails: 'process.exit(3)' } }).exit
  expect(code).toBe(1)
  expect(output).toMatch(/slow +\d+ s {2}passed: 7 passed\n/)
  expect(output).toContain('7 passed, 0 failed, 0 skipped')
})

test.concurrent.each([
  ['daily', 'format', 'npm test -- format'],
  ['nightly', 'embedded', 'npm run test:nightly -- embedded'],
])(
  'a %s stage that fails is repeated by the command that knows it',
  async (table, stage, command) => {
    const args = [join(root, 'scripts/test.mjs'), table, stage, '--no-such-option']
    const GATEHOUSE_TEST_REPORTS = mkdtempSync(join(tmpdir(), 'gatehouse-reports-'))
    const env = { ...process.env, CI: '', GATEHOUSE_TEST_REPORTS }
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env })
    const output = await text(child.stdout)
    expect(output).toContain(`Failed: ${stage}. To repeat it:\n  ${command}\n`)
  },
)

test.concurrent.each(['SIGINT', 'SIGTERM'])(
  'a test run that gets %s ends its tool with all of its servers, and begins no further stage (T70)',
  async (signal) => {
    const { child, pids, exit } = run({ tool: { tool: lasting }, behind })
    const started = await pids()
    child.kill(signal)
    const { code, output } = await exit
    expect(code).toBe(130)
    for (const pid of started) await endOf([pid])
    expect(output).not.toContain('ran behind')
  },
)

test.concurrent('a run prints its sums, and a skipped test fails it in CI alone', async () => {
  const unit = report(vitestReport({ passed: 5 }))
  const e2e = report(playwrightReport({ expected: 2, skipped: 1 }))
  const here = await run({ unit: { unit }, e2e: { e2e } }).exit
  expect(here.code).toBe(0)
  expect(here.output).toMatch(/e2e +\d+ s {2}passed: 2 passed, 1 SKIPPED\n/)
  expect(here.output).toContain('7 passed, 0 failed, 1 skipped')
  const inCi = await run({ unit: { unit }, e2e: { e2e } }, { env: { CI: 'true' } }).exit
  expect(inCi.code).toBe(1)
  expect(inCi.output).toContain('Failed: e2e. To repeat it:\n  npm test -- e2e\n')
})

test.concurrent.each([
  [1, 0],
  [2, 1],
])('in CI a stage of which %i are to be skipped ends with %i where one is', async (skips, code) => {
  const e2e = report(playwrightReport({ expected: 2, skipped: 1 }))
  expect((await run({ e2e: { e2e } }, { skips, env: { CI: 'true' } }).exit).code).toBe(code)
})

test.concurrent('each failed test is named, with the command that repeats it', async () => {
  const file = join(root, 'apps/server/src/a.test.ts')
  const vitest = vitestReport({
    passed: 3,
    failed: [
      { name: file, status: 'failed', assertionResults: [failedTest("it's refused (A1)")] },
      { name: join(root, 'apps/server/src/b.test.ts'), status: 'failed', assertionResults: [] },
    ],
  })
  const specs = [{ ok: false, file: 'acceptance/login.spec.ts', line: 12, title: 'logs in' }]
  const playwright = playwrightReport({
    expected: 4,
    suites: [{ title: 'login.spec.ts', suites: [{ title: 'A player', specs, suites: [] }] }],
    errors: [{ message: 'The server did not start\nmore' }],
  })
  const { code, output } = await run({
    all: { server: failingWith(vitest), portal: failingWith(playwright) },
  }).exit
  expect(code).toBe(1)
  expect(output).toMatch(/server +\d+ s {2}FAILED: 3 passed, 2 FAILED\n/)
  expect(output).toContain(
    "  npm test -- server apps/server/src/a.test.ts -t 'it'\\''s refused \\(A1\\)'\n    A call it's refused (A1)\n",
  )
  expect(output).toContain('  npm test -- server apps/server/src/b.test.ts\n')
  expect(output).toContain(
    '  npm test -- portal tests/e2e/portal/acceptance/login.spec.ts:12\n    A player logs in\n',
  )
  expect(output).toContain('  npm test -- portal\n    The server did not start\n')
  expect(output).toContain('7 passed, 4 failed, 0 skipped')
})

test.concurrent('the arguments choose stages, and one stage gets the rest as it stands', async () => {
  const groups = {
    check: { lint: print('lint'), types: print('types') },
    e2e: { e2e: print('e2e'), other: print('other') },
  }
  const ofGroup = await run(groups, { args: ['check'] }).exit
  expect(ofGroup.code).toBe(0)
  expect(ofGroup.output).toMatch(/lint \[\][^]*types \[\]/)
  expect(ofGroup.output).not.toContain('e2e')
  const ofStage = await run(groups, { args: ['e2e', '--grep', "a 'b' $c"] }).exit
  expect(ofStage.code).toBe(0)
  expect(ofStage.output).toContain(`e2e ["--grep","a 'b' $c"]`)
  expect(ofStage.output).not.toContain('other')
  const unknown = await run(groups, { args: ['lnit'] }).exit
  expect(unknown.code).toBe(1)
})
