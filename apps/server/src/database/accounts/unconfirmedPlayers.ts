import { type Kysely, sql } from 'kysely'
import { type Executor, ofDeployment } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { tablesWhere } from '../schema/tables.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import { keyOf } from './players.ts'
import { releaseAll } from './uniqueValues.ts'

/** Tables that may have rows of a player who has confirmed nothing yet; links before the player. */
const belongings = tablesWhere(({ precedesConfirmation }) => precedesConfirmation === true)

/** Players that one statement reads: it bounds the statement's time. */
const batchSize = 500

/** The ids of the registrations that wait for an address to be confirmed, oldest first. */
export async function listUnconfirmed(executor: Executor, deployment: string, email: string) {
  const rows = await executor
    .selectFrom('players')
    .select('id')
    .$call(ofDeployment(deployment))
    .where('email_key', '=', keyOf(email))
    .where('confirmed_at', 'is', null)
    .where('auth_type', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Removes unconfirmed registrations with their links and consents; their names and access keys are
 * free again. Returns their number: one that was confirmed meanwhile stays.
 */
export async function removeUnconfirmed(
  transaction: Executor,
  deployment: string,
  ids: readonly number[],
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0
  for (const table of belongings) {
    // Each of them has the player's id, as consents do.
    const rows = transaction.deleteFrom(table as 'consents').$call(ofDeployment(deployment))
    await rows.where('player_id', 'in', ids).execute()
  }
  await transaction
    .updateTable('access_keys')
    .set({ used_at: null, used_by: null })
    .$call(ofDeployment(deployment))
    .where('used_by', 'in', ids)
    .execute()
  const removed = await transaction
    .deleteFrom('players')
    .$call(ofDeployment(deployment))
    .where('id', 'in', ids)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .execute()
  const gone = removed.map(({ id }) => id)
  await releaseAll(transaction, deployment, gone, now)
  return gone.length
}

/**
 * Banned ones stay banned, and imported players did not register here. A player who came with a
 * service has an account at once.
 */
const isLeftBehind = (deployment: string, before: Date, now: Date) => sql<boolean>`
  player.deployment = ${deployment} and player.created_at <= ${before}
  and player.confirmed_at is null and player.deleted_at is null and player.banned_at is null
  and player.auth_type = 1 and player.register_ip is not null
  and not exists (select from mail_links link
    where link.deployment = ${deployment} and link.player_id = player.id
      and link.expires_at > ${now} and link.used_at is null and link.superseded_at is null)
  and not exists (select from connections link
    where link.deployment = ${deployment} and link.player_id = player.id)
  and not exists (select from sessions session
    where session.deployment = ${deployment} and session.player_id = player.id)`

/**
 * Removes the unconfirmed registrations from before a moment, unless a mail link or a session of theirs
 * is left. Imported and banned players, those of partners, and those with a linked account stay. It
 * removes one after the other, and each waits for requests that use the account at that moment.
 */
export async function sweepUnconfirmed(
  kysely: Kysely<Tables>,
  deployment: string,
  before: Date,
  now: Date,
): Promise<void> {
  const isOver = isLeftBehind(deployment, before, now)
  for (;;) {
    const { rows } = await sql<{ readonly id: number }>`select player.id from players player
      where ${isOver} order by player.created_at limit ${sql.lit(batchSize)}`.execute(kysely)
    for (const { id } of rows) {
      await inTransaction(kysely, async (transaction) => {
        const { rows: locked } = await sql`select player.id from players player
          where ${isOver} and player.id = ${id} for update`.execute(transaction)
        if (locked.length > 0) await removeUnconfirmed(transaction, deployment, [id], now)
      })
    }
    if (rows.length < batchSize) return
  }
}
