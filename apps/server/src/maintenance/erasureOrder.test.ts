import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../../test/fixtures/processes/backUp.ts'
import { everyRow } from '../../test/fixtures/samples/everyRow.ts'
import { gatehouse } from '../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'
import { appendConsents } from '../database/preferences/consents.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import { writeErasureLog } from './erasureLog.ts'

let app: TestApp
let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-erasures-'))
  path = join(folder, 'erasures.ndjson')
  app = await startApp({ settings: { ERASURE_LOG_FILE: path } })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const lines = async () => (await readFile(path, 'utf8')).split('\n').filter(Boolean)
const playerNamed = (Username: string) => signedInPlayer(app, registerForm({ Username }))

async function erase(visitor: TestVisitor, name: string): Promise<void> {
  const { Id_User: userId } = await visitor.readToken()
  const Email = `${name.toLowerCase()}@site.test`
  const body = { Password: samplePassword, Email, Id_DeletionType: null, DeletionReason: '' }
  await visitor.call('deleteUser', { path: { userId }, body })
}

/** Withdraws so many consents of a player at once. */
async function withdraw(playerId: number, count: number): Promise<void> {
  const refused = Array.from({ length: count }, (_, index) => ({
    subject: `cookie ${index + 1}`,
    accepted: false,
  }))
  await inTransaction(app.services.database.kysely, (transaction) =>
    appendConsents(transaction, 'local', { id: playerId, ip: '' }, refused, app.clock.now()),
  )
}

describe('the erasure log', () => {
  it('repeats what servers with other clocks erased and withdrew, before and after a line of the future (T63)', async () => {
    const minutes = (count: number) => app.clock.advance(count * 60)
    // A server ten minutes ahead registers and takes a consent; the others have the right time.
    minutes(10)
    const ahead = await playerNamed('Ahead')
    const undecided = await playerNamed('Undecided')
    await undecided.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: false } })
    const first = await playerNamed('First')
    const restore = await backUp(app.services.database)
    await erase(first, 'First')
    expect(await writeErasureLog(app.services)).toBe(1)
    minutes(-9)
    await erase(ahead, 'Ahead')
    await undecided.call('optInUser', { body: { ListId: 1, IsOptIn: false, IsG2GOptIn: false } })
    expect(await writeErasureLog(app.services)).toBe(2)
    expect((await lines()).map((line) => (JSON.parse(line) as { what: string }).what)).toEqual([
      'erased',
      'erased',
      'newsletter 1',
    ])

    await restore()
    expect(await everyRow(app.services.database.kysely)).toContain('ahead@site.test')
    const { output } = await gatehouse(app, `restored --journal ${path} --why restored`)
    expect(output).toMatch(
      /Erased again: 2. Withdrawn again: 1. Rewound again: 0. Frozen again: 0.\n$/,
    )
    const left = await everyRow(app.services.database.kysely)
    expect(left).not.toMatch(/(ahead|first)@site\.test/)
    const back = app.visitor()
    await back.logIn('Undecided', samplePassword)
    const { OptInList } = await back.call('listNewsletters', {})
    expect(OptInList.some(({ IsOptIn }) => IsOptIn)).toBe(false)
  })

  it('writes three thousand withdrawals of one moment once each, and a line that was cut off again (T64)', async () => {
    const visitor = await playerNamed('Many')
    const { Id_User: playerId } = await visitor.readToken()
    await withdraw(playerId, 3000)
    expect(await writeErasureLog(app.services)).toBe(3000)
    await withdraw(playerId, 1)
    expect(await writeErasureLog(app.services)).toBe(1)
    expect(await writeErasureLog(app.services)).toBe(0)
    const written = await lines()
    expect([written.length, new Set(written).size]).toEqual([3001, 3001])

    const whole = await readFile(path)
    await truncate(path, whole.length - 20)
    expect(await writeErasureLog(app.services)).toBe(1)
    expect(new Set(await lines())).toEqual(new Set([...written, written.at(-1)?.slice(0, -19)]))
  })

  it('is written again as a whole where the database does not know its last line (T64)', async () => {
    const visitor = await playerNamed('Known')
    const { Id_User: playerId } = await visitor.readToken()
    await withdraw(playerId, 3)
    const at = '2026-03-02T12:00:00.000Z'
    const unknown = { seq: 7, at, deployment: 'local', player: 99, registered: at, what: 'erased' }
    await writeFile(path, `${JSON.stringify(unknown)}\n`)
    expect(await writeErasureLog(app.services)).toBe(3)
    expect(await writeErasureLog(app.services)).toBe(0)
    expect((await lines()).length).toBe(4)
  })
})
