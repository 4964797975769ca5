import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appendConsents } from '../database/preferences/consents.ts'
import type { Executor } from '../database/schema/executor.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import { signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { writeErasureLog } from './erasureLog.ts'

/* Only PostgreSQL has two transactions at a time. */

let app: TestApp
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-erasures-'))
  app = await startApp({ settings: { ERASURE_LOG_FILE: join(folder, 'log') }, nodes: 1 })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

it('the erasure log passes over no withdrawal whose transaction ends after that of a later one (T63)', async () => {
  const { Id_User: playerId } = await (await signedInPlayer(app)).readToken()
  const { kysely } = app.services.database
  const withdraw = (transaction: Executor, subject: string) => {
    const refused = [{ subject, accepted: false }]
    return appendConsents(transaction, 'local', { id: playerId, ip: '' }, refused, app.clock.now())
  }
  const slow = await kysely.startTransaction().execute()
  await withdraw(slow, 'slow')
  await inTransaction(kysely, (transaction) => withdraw(transaction, 'fast'))
  // Half a second later it gives up, so that no player waits behind it.
  await expect(writeErasureLog(app.services)).rejects.toThrow('lock timeout')
  await slow.commit().execute()
  expect(await writeErasureLog(app.services)).toBe(2)
  expect(await readFile(join(folder, 'log'), 'utf8')).toMatch(/"slow"[^]*"fast"/)
})
