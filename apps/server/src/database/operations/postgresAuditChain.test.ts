import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  copyOfTemplate,
  emptyDatabase,
  type OwnDatabase,
} from '../../../test/fixtures/freshDatabase.ts'
import { migrate } from '../migrations/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { type Database, openForMigrations, openPostgres } from '../pool/openDatabase.ts'
import type { Executor } from '../schema/executor.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import { onTransactionRetry } from '../transactions/repeatOnConflict.ts'
import { appendAudit } from './auditLog.ts'
import { verifyAudit } from './verifyAudit.ts'

/* Only PostgreSQL has two servers that write at once. */

let copy: OwnDatabase
const opened: Database[] = []

beforeEach(async () => {
  copy = await copyOfTemplate()
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  await copy.drop()
})

function open(): Database {
  const database = openPostgres(copy.socketUrl, 10, { patience: 30 })
  opened.push(database)
  return database
}

const act = (executor: Executor, deployment: string | null, nth: number) =>
  appendAudit(executor, {
    at: new Date(),
    who: 'ada',
    why: 'test',
    command: 'test',
    deployment,
    subject: `player ${nth}`,
    details: {},
  })

const stateOf = async (executor: Executor) =>
  (await verifyAudit(executor, {})).map(({ deployment, entries, misfit }) => [
    deployment,
    entries,
    misfit,
  ])

it('two hundred acts over two servers leave whole chains without a gap, and none is retried (AT-CON2-21)', async () => {
  const servers = [open(), open()]
  const retried: string[] = []
  const stop = onTransactionRetry((code) => retried.push(code))
  const acts = Array.from({ length: 200 }, (_, nth) =>
    inTransaction((servers[nth % 2] as Database).kysely, async (transaction) => {
      await sql`select pg_sleep(0.001)`.execute(transaction)
      await act(transaction, nth % 3 === 0 ? null : 'local', nth)
      if (nth % 10 === 9) throw new Error('given up')
    }).catch((error: Error) => error.message),
  )
  const failures = (await Promise.all(acts)).filter((message) => message !== undefined)
  stop()
  expect(new Set(failures)).toEqual(new Set(['given up']))
  expect(retried).toEqual([])
  const [server] = servers as [Database]
  // A third, and a tenth of all was given up.
  expect(await stateOf(server.kysely)).toEqual([
    ['*', 60, null],
    ['local', 120, null],
  ])
})

it('transactions that write to two chains in opposite orders begin again after a deadlock', async () => {
  const servers = [open(), open()] as const
  await act(servers[0].kysely, 'local', 0)
  await act(servers[0].kysely, null, 0)
  let waiting = 2
  const both = Promise.withResolvers<void>()
  const write = ({ kysely }: Database, [first, second]: readonly (string | null)[]) =>
    inTransaction(kysely, async (transaction) => {
      await act(transaction, first ?? null, 1)
      waiting -= 1
      if (waiting === 0) both.resolve()
      await both.promise
      await act(transaction, second ?? null, 2)
    })
  const retried: string[] = []
  const stop = onTransactionRetry((code) => retried.push(code))
  await Promise.all([write(servers[0], ['local', null]), write(servers[1], [null, 'local'])])
  stop()
  expect(retried).toContain('40P01')
  expect(await stateOf(servers[0].kysely)).toEqual([
    ['*', 3, null],
    ['local', 3, null],
  ])
})

it('entries of 1.0.0 are chained in the order of their ids, and those that it goes on writing', async () => {
  const before = await emptyDatabase()
  const kysely = openForMigrations(before.url, 2)
  const asBefore = (count: number) =>
    sql`insert into audit_log (at, who, why, command, deployment, subject, details)
      select now() + n * interval '1 microsecond', 'ada', 'why ' || n, 'test',
        case when n % 3 = 0 then null else 'local' end, '', '{"é": 1}'
      from generate_series(1, ${count}::int) n`.execute(kysely)
  try {
    const released = Object.entries(migrations).filter(([name]) => name < '0004')
    await migrate(kysely, { migrations: Object.fromEntries(released), isEmbedded: false })
    await asBefore(9)
    await migrate(kysely, { isEmbedded: false })
    await asBefore(3)
    expect(await stateOf(kysely)).toEqual([
      ['*', 4, null],
      ['local', 8, null],
    ])
    const { rows } = await sql`select array_agg(why order by seq) as why from audit_log
      where deployment = '*'`.execute(kysely)
    expect(rows).toEqual([{ why: ['why 3', 'why 6', 'why 9', 'why 3'] }])
    await expect(sql`delete from audit_log`.execute(kysely)).rejects.toThrow('only grows')
  } finally {
    await kysely.destroy()
    await before.drop()
  }
})
