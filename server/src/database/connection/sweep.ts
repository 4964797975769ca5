import { sql } from 'kysely'
import type { Executor } from './openDatabase.ts'
import type { Tables } from './tables.ts'

interface Expiry {
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** The column, with an index, that says when a row was over. */
  readonly over: string
}

/** The tables whose rows are deleted when they are over, with the rows that reference them. */
const swept = {
  account_events: { key: ['deployment', 'id'], over: 'at' },
  attempts: { key: ['deployment', 'kind', 'subject_hash'], over: 'resets_at' },
  captcha_passes: { key: ['deployment', 'token_hash'], over: 'verified_at' },
  authorization_flows: { key: ['deployment', 'state_hash'], over: 'expires_at' },
  oidc_artifacts: { key: ['deployment', 'model', 'id_hash'], over: 'expires_at' },
  partner_login_codes: { key: ['deployment', 'code_hash'], over: 'expires_at' },
  registration_tickets: { key: ['deployment', 'token_hash'], over: 'expires_at' },
  sessions: { key: ['deployment', 'id'], over: 'expires_at' },
  solved_challenges: { key: ['deployment', 'signature_hash'], over: 'solved_at' },
  steam_nonces: { key: ['deployment', 'nonce_hash'], over: 'expires_at' },
  surveys: { key: ['deployment', 'player_id'], over: 'updated_at' },
} as const satisfies Partial<Record<keyof Tables, Expiry>>

export type SweptTable = keyof typeof swept

/** Rows that one statement removes: it bounds the statement's time. */
const portion = 2000

/**
 * Removes the rows of a table that were over before a moment, some at a time. It skips rows that
 * another transaction has locked.
 */
export async function sweep(executor: Executor, table: SweptTable, before: Date): Promise<void> {
  const { key, over } = swept[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${sql.ref(over)} < ${before}
        limit ${sql.lit(portion)} for update skip locked)`.execute(executor)
    if (numAffectedRows < portion) return
  }
}
