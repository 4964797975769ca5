import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/fixtures/freshDatabase.ts'
import { signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp } from '../../../test/fixtures/startApp.ts'
import type { Executor } from '../schema/executor.ts'
import { afterCommit, inTransaction } from './inTransaction.ts'
import { onTransactionRetry } from './repeatOnConflict.ts'

const log = pino({ level: 'silent' })
let fresh: FreshDatabase
let retries: string[]
let endListening: () => void

beforeAll(async () => {
  fresh = await freshDatabase({ withoutTrouble: true })
  endListening = onTransactionRetry((code) => retries.push(code))
})
beforeEach(async () => {
  retries = []
  await fresh.database.kysely.deleteFrom('email_rules').execute()
})
afterAll(async () => {
  endListening()
  await fresh.drop()
})

const fail = () => Promise.reject(new Error('No database.'))
const addDomain = (executor: Executor, domain: string) =>
  executor
    .insertInto('email_rules')
    .values({ deployment: 'local', domain, kind: 'invalid' })
    .execute()
const domains = async () => {
  const rows = await fresh.database.kysely.selectFrom('email_rules').select('domain').execute()
  return rows.map(({ domain }) => domain)
}
/** The codes with which PostgreSQL refuses a transaction in favour of another one. */
const refuseWith = (executor: Executor, code: string) =>
  sql`do ${sql.lit(`begin raise exception 'in the way' using errcode = '${code}'; end`)}`.execute(
    executor,
  )

describe('a transaction', () => {
  it.each(['40001', '40P01'])(
    'begins again after the conflict %s, without what it wrote before, and calls back once (T88)',
    async (code) => {
      let tries = 0
      const calls: number[] = []
      const result = await inTransaction(fresh.database.kysely, async (transaction) => {
        tries += 1
        const mine = tries
        await addDomain(transaction, `try-${mine}.test`)
        await afterCommit(transaction, log, () => calls.push(mine))
        if (tries < 3) await refuseWith(transaction, code)
        return mine
      })
      expect([result, calls, retries, await domains()]).toEqual([
        3,
        [3],
        [code, code],
        ['try-3.test'],
      ])
    },
  )

  it('gives up after three more tries, and leaves nothing (T88)', async () => {
    let tries = 0
    const failing = inTransaction(fresh.database.kysely, async (transaction) => {
      tries += 1
      await addDomain(transaction, 'never.test')
      await afterCommit(transaction, log, () => retries.push('called back'))
      await refuseWith(transaction, '40P01')
    })
    await expect(failing).rejects.toMatchObject({ code: '40P01' })
    expect([tries, retries, await domains()]).toEqual([4, ['40P01', '40P01', '40P01'], []])
  })

  it('fails at once after any other error, without a callback', async () => {
    let tries = 0
    await addDomain(fresh.database.kysely, 'known.test')
    const failing = inTransaction(fresh.database.kysely, async (transaction) => {
      tries += 1
      await afterCommit(transaction, log, () => retries.push('called back'))
      await addDomain(transaction, 'known.test')
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    const refused = inTransaction(fresh.database.kysely, async (transaction) => {
      tries += 1
      await afterCommit(transaction, log, () => retries.push('called back'))
      throw new Error('No.')
    })
    await expect(refused).rejects.toThrow('No.')
    expect([tries, retries]).toEqual([2, []])
  })

  it('that has committed resolves after a callback that throws, which is logged and keeps no other from its turn', async () => {
    const calls: string[] = []
    const logged: string[] = []
    const listening = pino({}, { write: (line) => void logged.push(line) })
    const result = await inTransaction(fresh.database.kysely, async (transaction) => {
      await addDomain(transaction, 'kept.test')
      await afterCommit(transaction, listening, fail)
      await afterCommit(transaction, listening, () => calls.push('second'))
      return 'done'
    })
    await afterCommit(null, listening, fail)
    expect([result, calls, await domains()]).toEqual(['done', ['second'], ['kept.test']])
    const failures = logged.filter((line) => line.includes('transaction.callback_failed'))
    expect(failures).toHaveLength(2)
    expect(failures[0]).toContain('No database.')
  })
})

it('a call whose transaction never gets through is answered 503 with a moment to wait, and works later (T88)', async () => {
  const app = await startApp({ withoutTrouble: true })
  const { kysely } = app.services.database
  const visitor = await signedInPlayer(app)
  const order = { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: false } }
  await sql`create function refuse() returns trigger language plpgsql as
    $$begin raise exception 'in the way' using errcode = '40001'; end$$`.execute(kysely)
  await sql`create trigger refusing before insert on consents
    for each row execute function refuse()`.execute(kysely)
  expect(await visitor.refused('optInUser', order)).toMatchObject({ status: 503 })
  expect(Number(visitor.last?.headers['retry-after'])).toBeGreaterThan(0)
  expect(await app.services.metrics.read()).toContain(
    'gatehouse_transaction_retries_total{code="40001"} 3\n',
  )
  await sql`drop trigger refusing on consents`.execute(kysely)
  await visitor.call('optInUser', order)
  await app.close()
})

describe('what follows a commit', () => {
  it('follows at once where there is no transaction: nothing is dropped', async () => {
    const calls: string[] = []
    await afterCommit(fresh.database.kysely, log, () => calls.push('of the pool'))
    await afterCommit(null, log, () => calls.push('of none'))
    expect(calls).toEqual(['of the pool', 'of none'])
  })

  it('cannot be known of a transaction that nobody follows', async () => {
    const begun = fresh.database.kysely
      .transaction()
      .execute((transaction) => afterCommit(transaction, log, () => undefined))
    await expect(begun).rejects.toThrow('inTransaction')
  })
})
