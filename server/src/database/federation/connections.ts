import type { CanonicalName } from '@gatehouse/contract/entities'
import type { Selectable } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'
import type { ConnectionRow } from '../connection/tables.ts'

export type StoredConnection = Selectable<ConnectionRow>

/** An account of an outside service, as the service names it. */
export interface Account {
  readonly accountId: string
  readonly name: string
  /** Empty where the service has none that we show. */
  readonly avatar: string
}

/** The linked accounts of a player. */
export function listConnectionsOf(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<StoredConnection[]> {
  return executor
    .selectFrom('connections')
    .selectAll()
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .execute()
}

/**
 * Links an account to a player, or writes down anew what the service says of it. An account of
 * somebody else breaks `connections_account`; of one service a player has a single account.
 */
export async function saveConnection(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  account: Account,
  now: Date,
): Promise<void> {
  const told = { account_name: account.name, avatar: account.avatar, last_check: now }
  await transaction
    .insertInto('connections')
    .values({
      deployment,
      player_id: playerId,
      canonical_name: service,
      account_id: account.accountId,
      linked_at: now,
      gone_at: null,
      ...told,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['deployment', 'player_id', 'canonical_name'])
        .doUpdateSet({ account_id: account.accountId, gone_at: null, ...told }),
    )
    .execute()
}

/** Links an account to a player who is new, unless it is somebody else's; answers whether it did. */
export async function insertFreeConnection(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  account: Account,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .insertInto('connections')
    .values({
      deployment,
      player_id: playerId,
      canonical_name: service,
      account_id: account.accountId,
      account_name: account.name,
      avatar: account.avatar,
      last_check: now,
      linked_at: now,
      gone_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeConnection(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
): Promise<void> {
  await transaction
    .deleteFrom('connections')
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .where('canonical_name', '=', service)
    .execute()
}

/** Notes whether a Steam account of the player was linked and checked. */
export async function markSteamChecked(
  transaction: Executor,
  deployment: string,
  playerId: number,
  isChecked: boolean,
): Promise<void> {
  await transaction
    .updateTable('players')
    .set({ steam_check: isChecked })
    .where('deployment', '=', deployment)
    .where('id', '=', playerId)
    .execute()
}

/** The linked accounts of a service that were last checked before a moment, the oldest first. */
export function listStaleConnections(
  executor: Executor,
  deployment: string,
  service: CanonicalName,
  before: Date,
  most: number,
): Promise<Pick<StoredConnection, 'account_id' | 'gone_at'>[]> {
  return executor
    .selectFrom('connections')
    .select(['account_id', 'gone_at'])
    .where('deployment', '=', deployment)
    .where('canonical_name', '=', service)
    .where('last_check', '<', before)
    .orderBy('last_check')
    .orderBy('account_id')
    .limit(most)
    .execute()
}

/** Writes down what a service says of an account, whoever it is linked to by now. */
export async function refreshConnection(
  executor: Executor,
  deployment: string,
  service: CanonicalName,
  accountId: string,
  told: Account | 'gone',
  now: Date,
): Promise<void> {
  await executor
    .updateTable('connections')
    .set((eb) => ({
      last_check: now,
      ...(told === 'gone'
        ? { gone_at: eb.fn.coalesce('gone_at', eb.val(now)) }
        : { gone_at: null, account_name: told.name, avatar: told.avatar }),
    }))
    .where('deployment', '=', deployment)
    .where('canonical_name', '=', service)
    .where('account_id', '=', accountId)
    .execute()
}
