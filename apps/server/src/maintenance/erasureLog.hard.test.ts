import { once } from 'node:events'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ServerEnvironment } from '../../test/fixtures/processes/serverEnvironment.ts'
import { freePort } from '../../../../scripts/freePort.mjs'

let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open()
})
afterEach(() => bench.close())

it('a server with an unwritable erasure log does not start and names the setting', async () => {
  const server = await bench.start({ ERASURE_LOG_FILE: join(bench.folder, 'nowhere/erasures') })
  expect(await server.ready).toBe(1)
  expect(server.output()).toContain('ERASURE_LOG_FILE cannot be written')
})

it('a full disk under the erasure log keeps no server from starting, and is logged and counted (T65)', async () => {
  const operators = await freePort()
  const server = await bench.start({
    // Opens, and takes no byte.
    ERASURE_LOG_FILE: '/dev/full',
    OPERATOR_PORT: String(operators),
    SEED: 'on',
  })
  expect(await server.ready).toBe(null)
  const player = await bench.visitor(server)
  await player.logIn('PlayerOne', 'Welcome2Gatehouse')
  await player.call('optInUser', { body: { ListId: 1, IsOptIn: false, IsG2GOptIn: false } })
  const metrics = async () => (await fetch(`http://127.0.0.1:${operators}/metrics`)).text()
  await expect.poll(metrics).toMatch(/^gatehouse_erasure_log_failures_total [1-9]/m)
  expect(await metrics()).toMatch(/^gatehouse_erasure_log_missing_lines [1-9]/m)
  expect(server.output()).toMatch(
    /ENOSPC[^\n]*"event":"erasure_log.write_failed"|"event":"erasure_log.write_failed"[^\n]*ENOSPC/,
  )
  expect((await fetch(`http://127.0.0.1:${operators}/readyz`)).status).toBe(200)
})

it('a running server counts an erasure log that becomes unwritable and goes on', async () => {
  const folder = join(bench.folder, 'log')
  await mkdir(folder)
  const operators = await freePort()
  const server = await bench.start({
    ERASURE_LOG_FILE: join(folder, 'erasures'),
    OPERATOR_PORT: String(operators),
  })
  expect(await server.ready).toBe(null)
  // At once: a folder that is emptied first may have a new log before it is gone.
  await rename(folder, `${folder}-elsewhere`)
  const failures = async () => {
    const answer = await fetch(`http://127.0.0.1:${operators}/metrics`)
    const line = /^gatehouse_erasure_log_failures_total (\d+)$/m.exec(await answer.text())
    return Number(line?.[1])
  }
  await expect.poll(failures).toBeGreaterThan(0)
  expect(server.output()).toContain('"event":"erasure_log.write_failed"')
  server.child.kill('SIGTERM')
  const [code] = (await once(server.child, 'exit')) as [number | null]
  expect(code).toBe(0)
})
