import { type Kysely, sql } from 'kysely'
import { allowForgetting } from './forgetLedger.ts'
import { inTransaction } from './inTransaction.ts'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'

interface Expiry {
  /** Where the row of this name is about a part of a table. */
  readonly table?: keyof Tables
  /** Which part of it, in SQL. */
  readonly only?: string
  /** What a transaction does before it deletes. */
  readonly before?: (transaction: Executor) => Promise<void>
  /** What its keys begin with. */
  readonly under: readonly ['deployment', ...(readonly string[])]
  /** What rows are deleted by: their player, or their own hash. */
  readonly by: string
  readonly type: 'bigint' | 'bytea'
  /** The column, with an index, that says when a row was over. */
  readonly over: string
}

const ofPlayers = { under: ['deployment'], by: 'player_id', type: 'bigint' } as const
const byHash = { under: ['deployment'], type: 'bytea' } as const

/** The tables whose rows are deleted when they are over, with the rows that reference them. */
const swept = {
  account_events: { ...ofPlayers, over: 'at' },
  attempts: { ...byHash, under: ['deployment', 'kind'], by: 'subject_hash', over: 'resets_at' },
  captcha_passes: { ...byHash, by: 'token_hash', over: 'verified_at' },
  authorization_flows: { ...byHash, by: 'state_hash', over: 'expires_at' },
  oidc_artifacts: { ...byHash, under: ['deployment', 'model'], by: 'id_hash', over: 'expires_at' },
  device_codes: { ...byHash, by: 'code_hash', over: 'expires_at' },
  partner_login_codes: { ...ofPlayers, over: 'expires_at' },
  registration_tickets: { ...byHash, by: 'token_hash', over: 'expires_at' },
  sessions: { ...ofPlayers, over: 'expires_at' },
  solved_challenges: { ...byHash, by: 'signature_hash', over: 'solved_at' },
  steam_nonces: { ...byHash, by: 'nonce_hash', over: 'expires_at' },
  surveys: { ...ofPlayers, over: 'updated_at' },
  account_ledger: { ...ofPlayers, over: 'at', before: allowForgetting },
  authenticator_apps: { ...ofPlayers, over: 'removed_at' },
  former_addresses: { ...ofPlayers, over: 'until' },
  passkeys: { ...ofPlayers, over: 'removed_at' },
  recovery_code_sets: { ...ofPlayers, over: 'voided_at' },
  safety_links: { ...ofPlayers, over: 'expires_at' },
  second_steps: { ...ofPlayers, over: 'expires_at' },
  trusted_browsers: { ...ofPlayers, over: 'expires_at' },
  unconfirmed_apps: {
    ...ofPlayers,
    table: 'authenticator_apps',
    only: 'confirmed_at is null',
    over: 'created_at',
  },
  used_challenges: { ...byHash, by: 'challenge_hash', over: 'used_at' },
} as const satisfies Readonly<Record<string, Expiry>>

export type SweptTable = keyof typeof swept

/** Rows that one statement looks for: it bounds the statement's time. */
const portion = 2000

type Value = string | number | Uint8Array
type Row = Readonly<Record<string, Value>>

/**
 * Removes the rows of a table that were over before a moment, some at a time: it reads their keys
 * without a lock, and deletes by the keys of one deployment whatever is over still. It waits for rows that another
 * transaction holds; two sweeps at once delete in the same order.
 */
export async function sweep(kysely: Kysely<Tables>, name: SweptTable, before: Date): Promise<void> {
  const expiry: Expiry = swept[name]
  const { table = name, under, by, type, over, only = 'true', before: prepare } = expiry
  const isOver = sql`${sql.ref(over)} < ${before} and ${sql.raw(only)}`
  const columns = sql.join([...under, by].map((column) => sql.ref(column)))
  for (;;) {
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)}
      where ${isOver} order by ${sql.ref(over)} limit ${sql.lit(portion)}`.execute(kysely)
    for (const group of grouped(rows, under)) {
      const [first = {}] = group
      const place = under.map((column) => sql`${sql.ref(column)} = ${first[column]}`)
      const keys = sortedKeys(group.map((row) => row[by] as Value))
      const isListed = sql`${sql.ref(by)} = any(${keys}::${sql.raw(type)}[])`
      await inTransaction(kysely, async (transaction) => {
        await prepare?.(transaction)
        await sql`delete from ${sql.table(table)}
          where ${sql.join([...place, isListed, isOver], sql` and `)}`.execute(transaction)
      })
    }
    if (rows.length < portion) return
  }
}

/** The rows with the same values in these columns, together. */
function grouped(rows: readonly Row[], columns: readonly string[]): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const place = JSON.stringify(columns.map((column) => row[column]))
    const group = groups.get(place)
    if (group) group.push(row)
    else groups.set(place, [row])
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/** Each key once, in their order. */
function sortedKeys(keys: readonly Value[]): readonly Value[] {
  const known = new Map(keys.map((key) => [typeof key === 'object' ? hex(key) : key, key]))
  return [...known].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}

function hex(key: Uint8Array): string {
  return Buffer.from(key).toString('hex')
}
