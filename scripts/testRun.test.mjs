import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const testRun = new URL('testRun.mjs', import.meta.url).href

/** A tool that leaves a server behind: it writes the process ids of both. */
const tool = (end) => `
  const { spawn } = require('node:child_process')
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  console.log('pids', process.pid, server.pid)
  ${end}`

/** Runs `npm test` with one stage of a tool and one that must not run behind it. */
function runStages(end) {
  const script = `
    import { runTool, TestRun } from ${JSON.stringify(testRun)}
    const tool = ${JSON.stringify(tool(end))}
    const stages = {
      tool: () => runTool(process.execPath, ['-e', tool]),
      behind: () => console.log('ran behind') ?? true,
    }
    process.exit(await new TestRun().go(stages, []))`
  const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  run.stdout.on('data', (chunk) => (output += chunk))
  const pids = async () => {
    while (!/pids \d+ \d+\n/.test(output)) await once(run.stdout, 'data')
    return /pids (\d+) (\d+)\n/.exec(output).slice(1).map(Number)
  }
  return { run, pids, output: () => output, exit: once(run, 'exit') }
}

/** Whether a process runs; one that is dead and not yet buried does not. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const left = (pids) => pids.filter(isAlive)

test('a test run with a failed stage ends the server that its tool left behind (T70)', async () => {
  const { pids, exit, output } = runStages('setTimeout(() => process.exit(3), 500)')
  const started = await pids()
  expect((await exit)[0]).toBe(1)
  await expect.poll(() => left(started)).toEqual([])
  expect(output()).toContain('Failed at the stage: tool')
  expect(output()).not.toContain('ran behind')
})

test.each(['SIGINT', 'SIGTERM'])(
  'a test run that gets %s ends its tool with all of its servers, and begins no further stage (T70)',
  async (signal) => {
    const { run, pids, exit, output } = runStages('setInterval(() => {}, 1000)')
    const started = await pids()
    run.kill(signal)
    expect((await exit)[0]).toBe(130)
    await expect.poll(() => left(started)).toEqual([])
    expect(output()).not.toContain('ran behind')
  },
)
