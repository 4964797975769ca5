import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { gatehouseProcess } from './fixtures/processes/gatehouseProcess.ts'
import { ServerEnvironment } from './fixtures/processes/serverEnvironment.ts'

it('the exit code of a command gives a script its outcome', async () => {
  const bench = await ServerEnvironment.open()
  onTestFinished(() => bench.close())
  const { environment } = bench
  const unknown = await gatehouseProcess('players show None --deployment local', { environment })
  expect(unknown).toEqual({ code: 1, output: '', errors: 'local has no player None.\n' })
  expect((await gatehouseProcess('players dance', { environment })).code).toBe(2)
})

it.runIf(existsSync('/dev/full'))(
  'the exit code of a command says that its answer found no room',
  async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const program = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url))
    const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', full, 'pipe'] })
    const [errors, [code]] = await Promise.all([
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'exit'),
    ])
    expect([code, errors]).toEqual([
      3,
      expect.stringMatching(/^The answer cannot be written: ENOSPC/),
    ])
  },
)
