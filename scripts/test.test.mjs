import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

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
const report = (counts) =>
  `require('node:fs').writeFileSync(process.argv[2], ${JSON.stringify(JSON.stringify(counts))})`

/** Runs stages: groups of names with a program each. */
function run(groups, { args = [], env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stages-'))
  const stageOf = (group, [name, text]) => {
    const file = join(folder, `${group}-${name}.cjs`)
    writeFileSync(file, text)
    return [name, { command: `node ${file} {report} {@}` }]
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
    env: { ...process.env, CI: '', ...env },
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
  vi.waitFor(() => expect(() => pids.map((pid) => process.kill(pid, 0))).toThrow('ESRCH'), 10_000)

test.concurrent.each([
  ['the server that its tool left behind', 'tool', { tool: { tool: failing } }],
  ['that server beside another stage', 'tool', { check: { tool: failing, other: '' } }],
  ['the stage that runs beside it', 'short', { group: { long: lasting, short } }],
])('a stage that fails ends %s, and none follows (T70)', async (_, stage, groups) => {
  const { pids, exit } = run({ ...groups, behind })
  const started = await pids()
  const { code, output } = await exit
  expect(code).toBe(1)
  for (const pid of started) await endOf([pid])
  expect(output).toContain(`Failed at the stage: ${stage}\n`)
  expect(output).not.toContain('ran behind')
})

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
  const unit = report({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 })
  const e2e = report({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 1 } })
  const here = await run({ unit: { unit }, e2e: { e2e } }).exit
  expect(here.code).toBe(0)
  expect(here.output).toMatch(/e2e +\d+ s {2}passed, 1 tests SKIPPED\n[^]*\n7 passed, 0 failed\n$/)
  const inCi = await run({ unit: { unit }, e2e: { e2e } }, { env: { CI: 'true' } }).exit
  expect(inCi.code).toBe(1)
  expect(inCi.output).toContain('Failed at the stage: e2e\n')
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
