import { type Kysely, sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { type Expiry, tables } from '../schema/tables.ts'
import { inTransaction } from '../transactions/inTransaction.ts'

/** Rows that one statement looks for: it bounds the statement's time. */
const batchSize = 2000

type Value = string | number | Uint8Array
type Row = Readonly<Record<string, Value>>

/**
 * Removes the rows of a table that were over before a moment, some at a time: it reads their keys
 * without a lock, and deletes by the keys of one deployment the rows that are still expired. It
 * waits for rows that another transaction holds; two sweeps at once delete in the same order.
 */
export async function sweep(
  kysely: Kysely<Tables>,
  table: keyof Tables,
  { by: over, only = 'true' }: Pick<Expiry, 'by' | 'only'>,
  before: Date,
): Promise<void> {
  const [key = []] = tables[table].keys
  const [under, by = ''] = [key.slice(0, -1), key.at(-1)]
  const isOver = sql`${sql.ref(over)} < ${before} and ${sql.raw(only)}`
  const columns = sql.join([...under, by].map((column) => sql.ref(column)))
  for (;;) {
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)}
      where ${isOver} order by ${sql.ref(over)} limit ${sql.lit(batchSize)}`.execute(kysely)
    const groups = Map.groupBy(rows, (row) => JSON.stringify(under.map((column) => row[column])))
    for (const [, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [first = {}] = group
      const place = under.map((column) => sql`${sql.ref(column)} = ${first[column]}`)
      const keys = sortedKeys(group.map((row) => row[by] as Value))
      const type = typesOfKeys[typeof keys[0]] ?? 'bytea'
      const isListed = sql`${sql.ref(by)} = any(${keys}::${sql.raw(type)}[])`
      await inTransaction(kysely, async (transaction) => {
        if (table === 'account_ledger') await allowForgetting(transaction)
        await sql`delete from ${sql.table(table)}
          where ${sql.join([...place, isListed, isOver], sql` and `)}`.execute(transaction)
      })
    }
    if (rows.length < batchSize) return
  }
}

const typesOfKeys: Readonly<Record<string, string>> = { number: 'bigint', string: 'text' }

/** Each key once, in their order. */
function sortedKeys(keys: readonly Value[]): readonly Value[] {
  const known = new Map(keys.map((key) => [typeof key === 'object' ? hex(key) : key, key]))
  return [...known].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}

function hex(key: Uint8Array): string {
  return Buffer.from(key).toString('hex')
}

/**
 * Lets a transaction remove entries of accounts' ledgers, which a trigger refuses everybody else:
 * for the sweep of old ones and the erasure of an account.
 */
export async function allowForgetting(transaction: Executor): Promise<void> {
  // Citus hands a setting on to the machine that has the rows; elsewhere this means nothing.
  await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction)
  await sql`set local gatehouse.ledger = 'forget'`.execute(transaction)
}
