import type { CanonicalName } from '@gatehouse/contract/entities'
import type { Selectable } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { accountKey, claim, playersOfKeys, release, take } from '../accounts/uniqueValues.ts'
import { isPlayer, ofDeployment, ofPlayer } from '../schema/ofPlayer.ts'

export type StoredConnection = Selectable<Tables['connections']>

/** An account of an identity provider, as the provider names it. */
export interface Account {
  readonly accountId: string
  readonly name: string
  /** Empty where the provider has none that we show. */
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
    .$call(ofPlayer(deployment, playerId))
    .execute()
}

/**
 * Links an account to a player, or updates its name and avatar. Throws a ValueTakenError for an account
 * of another player; a player has one account of each identity provider.
 */
export async function saveConnection(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  account: Account,
  now: Date,
): Promise<void> {
  await take(transaction, deployment, playerId, [accountKey(service, account.accountId)], now)
  const profile = { account_name: account.name, avatar: account.avatar, last_check: now }
  await transaction
    .insertInto('connections')
    .values({
      deployment,
      player_id: playerId,
      canonical_name: service,
      account_id: account.accountId,
      linked_at: now,
      gone_at: null,
      ...profile,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['deployment', 'player_id', 'canonical_name'])
        .doUpdateSet({ account_id: account.accountId, gone_at: null, ...profile }),
    )
    .execute()
  await followAvatar(transaction, deployment, { playerId, service, avatar: account.avatar })
  await noteSteamCheck(transaction, deployment, playerId, service, true)
}

/** Links an account to a new player, unless another player has it. */
export async function insertFreeConnection(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  account: Account,
  now: Date,
): Promise<void> {
  const key = accountKey(service, account.accountId)
  if (await claim(transaction, deployment, playerId, [key], now)) return
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
  if (row === undefined) await release(transaction, deployment, playerId, [key], now)
  else await noteSteamCheck(transaction, deployment, playerId, service, true)
}

export async function removeConnection(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  now: Date,
): Promise<void> {
  const removed = await transaction
    .deleteFrom('connections')
    .$call(ofPlayer(deployment, playerId))
    .where('canonical_name', '=', service)
    .returning('account_id')
    .execute()
  await followAvatar(transaction, deployment, { playerId, service, avatar: null })
  await noteSteamCheck(transaction, deployment, playerId, service, false)
  const keys = removed.map(({ account_id }) => accountKey(service, account_id))
  await release(transaction, deployment, playerId, keys, now)
}

/** A player whose picture is that of a linked account gets its next one; null takes it away. */
async function followAvatar(
  executor: Executor,
  deployment: string,
  change: { playerId: number; service: CanonicalName; avatar: string | null },
): Promise<void> {
  const { playerId, service, avatar } = change
  await executor
    .updateTable('players')
    .set({ avatar_url: avatar ?? '', ...(avatar === null ? { avatar_source: '' } : {}) })
    .$call(isPlayer(deployment, playerId))
    .where('avatar_source', '=', service)
    .execute()
}

/** The wire says of a player whether a Steam account is linked (`SteamCheck`). */
async function noteSteamCheck(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  isChecked: boolean,
): Promise<void> {
  if (service !== 'steam') return
  await transaction
    .updateTable('players')
    .set({ steam_check: isChecked })
    .$call(isPlayer(deployment, playerId))
    .execute()
}

/** The linked accounts of a provider that were last checked before a moment, the oldest first, in parts. */
export function listStaleConnections(
  executor: Executor,
  deployment: string,
  service: CanonicalName,
  before: Date,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Pick<StoredConnection, 'account_id' | 'gone_at'>[]> {
  return executor
    .selectFrom('connections')
    .select(['account_id', 'gone_at'])
    .$call(ofDeployment(deployment))
    .where('canonical_name', '=', service)
    .where('last_check', '<', before)
    .orderBy('last_check')
    .orderBy('account_id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Saves what a provider answered about an account, for the player who has it now; false without one. */
export async function refreshConnection(
  executor: Executor,
  deployment: string,
  service: CanonicalName,
  accountId: string,
  answer: Account | 'gone',
  now: Date,
): Promise<boolean> {
  const [playerId] = await playersOfKeys(executor, deployment, [accountKey(service, accountId)])
  if (playerId === undefined) return false
  const row = await executor
    .updateTable('connections')
    .set((eb) => ({
      last_check: now,
      ...(answer === 'gone'
        ? { gone_at: eb.fn.coalesce('gone_at', eb.val(now)) }
        : { gone_at: null, account_name: answer.name, avatar: answer.avatar }),
    }))
    .$call(ofPlayer(deployment, playerId))
    .where('canonical_name', '=', service)
    .where('account_id', '=', accountId)
    .returning('player_id')
    .executeTakeFirst()
  if (row === undefined) return false
  if (answer !== 'gone') {
    const { avatar } = answer
    await followAvatar(executor, deployment, { playerId, service, avatar })
  }
  return true
}
