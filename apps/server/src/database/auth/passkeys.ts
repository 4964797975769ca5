import { randomBytes } from '../../platform/crypto/random.ts'
import { writeFactors } from '../accounts/credentials.ts'
import {
  claim,
  passkeyKey,
  passkeyUserKey,
  playersOfKeys,
  release,
  take,
} from '../accounts/uniqueValues.ts'
import {
  changeRows,
  type Executor,
  findRow,
  insertOnce,
  insertRow,
  ofDeployment,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { factorBits } from '../schema/values.ts'

const columns = [
  'id',
  'player_id',
  'rp_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'is_backup_eligible',
  'is_backed_up',
  'name',
  'created_at',
  'last_used_at',
] as const

/** A living passkey, as its checks read it. */
export type PasskeyFound = Pick<Row<'passkeys'>, (typeof columns)[number]>

/** The living passkeys of a player, the oldest first; those of some ids, removed ones too, where it names them. */
export function listPasskeysOf(
  executor: Executor,
  deployment: string,
  playerId: number,
  among?: readonly number[],
) {
  return executor
    .selectFrom('passkeys')
    .select(columns)
    .$call(ofPlayer(deployment, playerId))
    .where((eb) => (among ? eb('id', 'in', [0, ...among]) : eb('removed_at', 'is', null)))
    .orderBy('id')
    .execute()
}

/**
 * Puts a removed passkey of a player back; false where a player has its credential by now. The caller has
 * locked the player and writes the factors.
 */
export async function revivePasskey(
  transaction: Executor,
  deployment: string,
  playerId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  const one = { deployment, player_id: playerId, id }
  const row = await findRow(transaction, 'passkeys', ['credential_id'], one)
  if (!row) return false
  const key = passkeyKey(row.credential_id)
  if (await claim(transaction, deployment, playerId, [key], now)) return false
  return changeRows(transaction, 'passkeys', one, { removed_at: null })
}

/** True where a living passkey of the player is on more than one device. */
export async function hasSyncedPasskey(executor: Executor, deployment: string, playerId: number) {
  const synced = { deployment, player_id: playerId, removed_at: null, is_backed_up: true }
  return (await findRow(executor, 'passkeys', ['id'], synced)) !== undefined
}

/** A living passkey of a player by the id of its credential. */
export function findPasskey(
  executor: Executor,
  deployment: string,
  playerId: number,
  credentialId: Uint8Array,
): Promise<PasskeyFound | undefined> {
  const credential_id = Buffer.from(credentialId)
  const living = { deployment, player_id: playerId, credential_id, removed_at: null }
  return findRow(executor, 'passkeys', columns, living)
}

/** The player of a credential, by the table `taken`; undefined for none. */
export async function ownerOfPasskey(
  executor: Executor,
  deployment: string,
  credentialId: Uint8Array,
): Promise<number | undefined> {
  const [owner] = await playersOfKeys(executor, deployment, [passkeyKey(credentialId)])
  return owner
}

/** By what authenticators know a player; null before the first passkey. */
export async function userHandleOf(executor: Executor, deployment: string, playerId: number) {
  const key = { deployment, player_id: playerId }
  const row = await findRow(executor, 'passkey_users', ['user_handle'], key)
  return row ? Buffer.from(row.user_handle) : null
}

/** The same, made at the first need. The caller has locked the player. */
export async function keepUserHandle(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<Buffer> {
  const kept = await userHandleOf(transaction, deployment, playerId)
  if (kept !== null) return kept
  const user_handle = randomBytes(32)
  await take(transaction, deployment, playerId, [passkeyUserKey(user_handle)], now)
  await insertRow(transaction, 'passkey_users', { deployment, player_id: playerId, user_handle })
  return user_handle
}

type NewPasskey = Omit<Tables['passkeys'], 'id' | 'last_used_at' | 'removed_at'>

/**
 * Adds a passkey and says so in the player's factors. Throws a ValueTakenError, or a unique
 * violation, where another player has it. The caller has locked the player.
 */
export async function insertPasskey(transaction: Executor, row: NewPasskey): Promise<PasskeyFound> {
  const { deployment, player_id, credential_id, created_at } = row
  await take(transaction, deployment, player_id, [passkeyKey(credential_id)], created_at)
  const added = await transaction
    .insertInto('passkeys')
    .values(row)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await writeFactors(transaction, deployment, player_id, { with: factorBits.passkey })
  return added
}

interface PasskeyUse {
  readonly counter: number
  readonly isBackedUp: boolean
  /** False where a removed passkey may be used, too. */
  readonly isLiving?: boolean
}

/**
 * Records a use of a passkey. False where its counter is not above the one before, which only a copy
 * explains, and where it was removed: of two uses with one counter the second finds it counted.
 */
export async function countPasskeyUse(
  transaction: Executor,
  deployment: string,
  { id, player_id }: Pick<PasskeyFound, 'id' | 'player_id'>,
  { counter, isBackedUp, isLiving = true }: PasskeyUse,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
    .$call(ofPlayer(deployment, player_id))
    .where('id', '=', id)
    .$if(isLiving, (query) => query.where('removed_at', 'is', null))
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False where the player has no such passkey. */
export function renamePasskeyOf(
  executor: Executor,
  deployment: string,
  playerId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const living = { deployment, player_id: playerId, id, removed_at: null }
  return changeRows(executor, 'passkeys', living, { name })
}

/**
 * Ends a passkey: it signs in no longer, and its credential is free. With the last one the player's
 * factors change. The caller has locked the player.
 */
export async function endPasskey(
  transaction: Executor,
  deployment: string,
  { id, player_id, credential_id }: PasskeyFound,
  { isLast, now }: { readonly isLast: boolean; readonly now: Date },
): Promise<void> {
  const living = { deployment, player_id, id, removed_at: null }
  await changeRows(transaction, 'passkeys', living, { removed_at: now })
  await release(transaction, deployment, player_id, [passkeyKey(credential_id)], now)
  const change = isLast ? { without: factorBits.passkey } : {}
  await writeFactors(transaction, deployment, player_id, { ...change, since: now })
}

/** Uses a challenge up; false when it has served, also to another request of the same moment. */
export function spendChallenge(
  transaction: Executor,
  deployment: string,
  challengeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = { deployment, challenge_hash: challengeHash, used_at: now }
  return insertOnce(transaction, 'used_challenges', used)
}

/** The domains of a deployment's living passkeys. */
export async function listPasskeyDomains(executor: Executor, deployment: string) {
  const rows = await executor
    .selectFrom('passkeys')
    .select('rp_id')
    .distinct()
    .$call(ofDeployment(deployment))
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ rp_id }) => rp_id)
}
