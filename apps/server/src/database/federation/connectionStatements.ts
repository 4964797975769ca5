import type { CanonicalName } from '@gatehouse/contract/entities'
import { accountKey, claim, playersOfKeys, release, take } from '../accounts/uniqueValues.ts'
import {
  changeRows,
  type Executor,
  insertOnce,
  ofDeployment,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'

/** An account of an identity provider, as the provider names it. */
export interface Account {
  readonly accountId: string
  readonly name: string
  /** Empty where the provider has none that we show. */
  readonly avatar: string
}

/** The linked accounts of a player. */
export function listConnectionsOf(executor: Executor, deployment: string, playerId: number) {
  return executor
    .selectFrom('connections')
    .selectAll()
    .$call(ofPlayer(deployment, playerId))
    .execute()
}

/** The link of an account of a provider, whoever has it. */
export async function findConnection(
  executor: Executor,
  deployment: string,
  service: CanonicalName,
  accountId: string,
): Promise<Row<'connections'> | undefined> {
  const [playerId] = await playersOfKeys(executor, deployment, [accountKey(service, accountId)])
  if (playerId === undefined) return undefined
  const linked = await listConnectionsOf(executor, deployment, playerId)
  return linked.find((one) => one.canonical_name === service && one.account_id === accountId)
}

/** Makes the linked account of a player a way in, or not any more. */
export async function setWayIn(
  executor: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  isOn: boolean,
): Promise<void> {
  const of = { deployment, player_id: playerId, canonical_name: service }
  await changeRows(executor, 'connections', of, { signs_in: isOn })
}

/** Notes since when a player has a linked account that was put back: it is not a recent one. */
export async function setLinkedAt(
  transaction: Executor,
  deployment: string,
  playerId: number,
  service: CanonicalName,
  linkedAt: Date,
): Promise<void> {
  const of = { deployment, player_id: playerId, canonical_name: service }
  await changeRows(transaction, 'connections', of, { linked_at: linkedAt })
}

/** No linked account of a player is a way in any more. */
export async function endWaysIn(executor: Executor, deployment: string, playerId: number) {
  const on = { deployment, player_id: playerId, signs_in: true }
  await changeRows(executor, 'connections', on, { signs_in: false })
}

/** The linked accounts by which a player logs in. */
export async function listWaysIn(executor: Executor, deployment: string, playerId: number) {
  const linked = await listConnectionsOf(executor, deployment, playerId)
  return linked.filter(({ signs_in }) => signs_in)
}

/**
 * Links an account to a player, or updates its name and avatar. Throws a ValueTakenError for an
 * account of another player; a player has one account of each identity provider.
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
  const profile = profileOf(account, now)
  const of = { deployment, player_id: playerId, canonical_name: service }
  await transaction
    .insertInto('connections')
    .values({ ...of, ...profile, linked_at: now })
    .onConflict((conflict) =>
      conflict.columns(['deployment', 'player_id', 'canonical_name']).doUpdateSet(profile),
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
  const of = { deployment, player_id: playerId, canonical_name: service, linked_at: now }
  const row = { ...of, ...profileOf(account, now) }
  const isLinked = await insertOnce(transaction, 'connections', row)
  if (isLinked) await noteSteamCheck(transaction, deployment, playerId, service, true)
  else await release(transaction, deployment, playerId, [key], now)
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
  { playerId: id, service, avatar }: { playerId: number; service: string; avatar: string | null },
): Promise<void> {
  const changes = { avatar_url: avatar ?? '', ...(avatar === null && { avatar_source: '' }) }
  await changeRows(executor, 'players', { deployment, id, avatar_source: service }, changes)
}

/** The wire says of a player whether a Steam account is linked (`SteamCheck`). */
async function noteSteamCheck(
  transaction: Executor,
  deployment: string,
  id: number,
  service: CanonicalName,
  isChecked: boolean,
): Promise<void> {
  if (service !== 'steam') return
  await changeRows(transaction, 'players', { deployment, id }, { steam_check: isChecked })
}

/**
 * The linked accounts of a provider that were last checked before a moment, the oldest first, in
 * parts.
 */
export function listStaleConnections(
  executor: Executor,
  deployment: string,
  service: CanonicalName,
  before: Date,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
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

/** Saves a provider's answer about an account, for its present player; false without one. */
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
  const { numUpdatedRows } = await executor
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
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (answer !== 'gone') {
    const { avatar } = answer
    await followAvatar(executor, deployment, { playerId, service, avatar })
  }
  return true
}

function profileOf({ accountId, name, avatar }: Account, now: Date) {
  return { account_id: accountId, account_name: name, avatar, last_check: now, gone_at: null }
}
