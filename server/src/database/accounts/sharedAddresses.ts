import { sql } from 'kysely'
import { keyOf } from '../../platform/keyOf.ts'
import type { Executor } from '../connection/openDatabase.ts'
import { findByEmail, type Player } from './players.ts'
import { emailKey, release, take, unconfirmedEmailKey } from './taken.ts'

/** A player whose address another player has in another spelling. */
export interface SharedAddress {
  readonly deployment: string
  readonly id: number
  readonly username: string
  readonly email: string
  /** Who logs in and recovers by the address; null when nobody does any more. */
  readonly holder: Pick<Player, 'id' | 'username' | 'email'> | null
}

/** The players who keep an older key, because another one has the key of their address. */
export async function listSharedAddresses(executor: Executor): Promise<readonly SharedAddress[]> {
  const rows = await executor
    .selectFrom('players')
    .select(['deployment', 'id', 'username', 'email', 'email_key'])
    .where(sql<boolean>`octet_length(email_key) <> char_length(email_key)`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const shared: SharedAddress[] = []
  for (const { email_key, ...row } of rows) {
    if (email_key === keyOf(row.email)) continue
    const holder = await findByEmail(executor, row.deployment, row.email)
    const named = holder && { id: holder.id, username: holder.username, email: holder.email }
    shared.push({ ...row, holder: named ?? null })
  }
  return shared
}

/** Gives a player the key of the own address; throws a KeyTakenError where another player has it. */
export async function takeAddressKey(
  transaction: Executor,
  player: Pick<Player, 'deployment' | 'id' | 'email' | 'email_key' | 'confirmed_at'>,
  now: Date,
): Promise<void> {
  const { deployment, id, email, email_key: before } = player
  const key = player.confirmed_at === null ? unconfirmedEmailKey(email) : emailKey(email)
  await take(transaction, deployment, id, [key], now)
  await transaction
    .updateTable('players')
    .set({ email_key: keyOf(email) })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .execute()
  if (before !== null && before !== key.value) {
    await release(transaction, deployment, id, [{ kind: key.kind, value: before }], now)
  }
}
