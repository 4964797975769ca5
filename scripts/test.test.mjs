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

/** Runs stages: groups of names with a program each. */
function run(groups, { args = [], env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stages-'))
  const stages = Object.entries(groups).map(([group, programs]) => {
    const commands = Object.entries(programs).map(([name, text], index) => {
      const file = join(folder, `${group}-${name}-${index}.cjs`)
      writeFileSync(file, text)
      return [name, { command: `node ${file} {report} {@}` }]
    })
    return [group, Object.fromEntries(commands)]
  })
  const script = `
    import { runStages } from ${JSON.stringify(module)}
    const groups = ${JSON.stringify(Object.fromEntries(stages))}
    process.exit(await runStages(groups, ${JSON.stringify(args)}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CI: '', ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  const pids = async () => {
    while (!/pids \d+ \d+\n/.test(output)) await once(child.stdout, 'data')
    return /pids (\d+) (\d+)\n/.exec(output).slice(1).map(Number)
  }
  return { child, pids, output: () => output, exit: once(child, 'close') }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const print = (name) => `console.log('${name}', JSON.stringify(process.argv.slice(3)))`

/** Resolves once none runs; the system takes a moment to bury them. */
const endOf = (pids) =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 10_000 })

const reportOf = (counts) =>
  `require('node:fs').writeFileSync(process.argv[2], ${JSON.stringify(JSON.stringify(counts))})`
const vitestReport = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }

test.concurrent.each([
  ['alone', { tool: { tool: tool('setTimeout(() => process.exit(3), 500)') } }],
  [
    'beside another',
    { check: { tool: tool('setTimeout(() => process.exit(3), 500)'), other: '' } },
  ],
])('a stage that fails %s ends the server that its tool left behind (T70)', async (_, groups) => {
  const { pids, exit, output } = run({ ...groups, behind: { behind: 'console.log("ran behind")' } })
  const started = await pids()
  expect((await exit)[0]).toBe(1)
  await endOf(started)
  expect(output()).toContain('Failed at the stage: tool')
  expect(output()).not.toContain('ran behind')
})

test.concurrent('a stage that fails ends the one that runs beside it', async () => {
  const { pids, exit, output } = run({
    group: {
      long: tool('setInterval(() => {}, 1000)'),
      short: 'setTimeout(() => process.exit(3), 2000)',
    },
  })
  const started = await pids()
  expect((await exit)[0]).toBe(1)
  await endOf(started)
  expect(output()).toContain('Failed at the stage: short\n')
})

test.concurrent.each(['SIGINT', 'SIGTERM'])(
  'a test run that gets %s ends its tool with all of its servers, and begins no further stage (T70)',
  async (signal) => {
    const { child, pids, exit, output } = run({
      tool: { tool: tool('setInterval(() => {}, 1000)') },
      behind: { behind: 'console.log("ran behind")' },
    })
    const started = await pids()
    child.kill(signal)
    expect((await exit)[0]).toBe(130)
    await endOf(started)
    expect(output()).not.toContain('ran behind')
  },
)

test.concurrent('a run ends with the sums of its tests, and a skipped one fails it in CI alone', async () => {
  const browser = { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 1 } }
  const groups = { unit: { unit: reportOf(vitestReport) }, e2e: { e2e: reportOf(browser) } }
  const here = run(groups)
  expect((await here.exit)[0]).toBe(0)
  expect(here.output()).toMatch(/e2e +\d+ s {2}passed, 1 tests SKIPPED\n/)
  expect(here.output()).toMatch(/\n7 passed, 0 failed\n$/)
  const inCi = run(groups, { env: { CI: 'true' } })
  expect((await inCi.exit)[0]).toBe(1)
  expect(inCi.output()).toContain('Failed at the stage: e2e\n')
})

test.concurrent('the arguments choose stages and groups, and one stage gets the rest as it stands', async () => {
  const groups = {
    check: { lint: print('lint'), types: print('types') },
    e2e: { e2e: print('e2e') },
  }
  const ofGroup = run(groups, { args: ['check'] })
  expect((await ofGroup.exit)[0]).toBe(0)
  expect(ofGroup.output()).toMatch(/lint \[\][^]*types \[\]/)
  expect(ofGroup.output()).not.toContain('e2e')
  const ofStage = run(groups, { args: ['e2e', '--grep', "a 'b' $c"] })
  expect((await ofStage.exit)[0]).toBe(0)
  expect(ofStage.output()).toContain(`e2e ["--grep","a 'b' $c"]`)
  const unknown = run(groups, { args: ['lnit'] })
  expect((await unknown.exit)[0]).toBe(1)
})
