import { once } from 'node:events'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ServerBench } from '../../test/fixtures/serverBench.ts'
import { freePort } from '../../../scripts/freePort.mjs'

let bench: ServerBench

beforeEach(async () => {
  bench = await ServerBench.open()
})
afterEach(() => bench.close())

it('a server whose journal cannot be written does not start, and says which setting it is', async () => {
  const server = await bench.start({ JOURNAL_FILE: join(bench.folder, 'nowhere/journal') })
  expect(await server.ready).toBe(1)
  expect(server.output()).toContain('JOURNAL_FILE cannot be written')
})

it('a journal that can be written no more is counted, and the server goes on', async () => {
  const folder = join(bench.folder, 'journal')
  await mkdir(folder)
  const operators = await freePort()
  const server = await bench.start({
    JOURNAL_FILE: join(folder, 'journal'),
    OPERATOR_PORT: String(operators),
  })
  expect(await server.ready).toBe(null)
  // At once: a folder that is emptied first may have a new journal before it is gone.
  await rename(folder, `${folder}-elsewhere`)
  const failures = async () => {
    const answer = await fetch(`http://127.0.0.1:${operators}/metrics`)
    const line = /^gatehouse_journal_failures_total (\d+)$/m.exec(await answer.text())
    return Number(line?.[1])
  }
  await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(server.output()).toContain('journal not written: see to JOURNAL_FILE')
  server.child.kill('SIGTERM')
  const [code] = (await once(server.child, 'exit')) as [number | null]
  expect(code).toBe(0)
})
