import type { CanonicalName } from '@gatehouse/contract/entities'
import { sql } from 'kysely'
import { type Executor, type NewRow, ofDeployment } from '../schema/executor.ts'
import { insertPlayerRows, keyOf } from './players.ts'
import {
  accountKey,
  claimEach,
  emailKey,
  ValueTakenError,
  listHolders,
  nextPlayerIds,
  type OwnedUniqueValue,
  subjectKey,
  unconfirmedEmailKey,
  usernameKey,
} from './uniqueValues.ts'

/** The clients of a sector know players by the same subjects. */
interface Sector {
  readonly deployment: string
  readonly sector: string
  readonly now: Date
}

/** The usernames and addresses that are taken, by their keys. */
interface Holders {
  /** The address of each bearer of a name. */
  readonly byName: ReadonlyMap<string, string | null>
  /** Names that were given up lately. */
  readonly quarantined: ReadonlySet<string>
  /** Addresses that an account has confirmed. */
  readonly confirmed: ReadonlySet<string>
  /** Addresses that their former players may still restore. */
  readonly keptForUndo: ReadonlySet<string>
}

/** Finds the holders of some usernames and addresses. */
export async function findHolders(
  executor: Executor,
  deployment: string,
  named: readonly Pick<PlayerRow, 'username' | 'email'>[],
  now: Date,
): Promise<Holders> {
  const keys = named.flatMap(({ username, email }) => [usernameKey(username), emailKey(email)])
  const held = await listHolders(executor, deployment, keys, now)
  const ids = held.map(({ playerId }) => playerId)
  const players = await findPlayers(executor, deployment, ids)
  const byName = new Map<string, string | null>()
  const kept = { username: new Set<string>(), email: new Set<string>() }
  const confirmed = new Set<string>()
  for (const { kind, value, playerId, until } of held) {
    const player = players.get(playerId)
    if (!player) continue
    if (until !== null) kept[kind === 'email' ? 'email' : 'username'].add(value)
    else if (kind === 'username' && player.username_key === value) {
      byName.set(value, player.email_key)
    } else if (kind === 'email' && player.email_key === value && player.confirmed_at !== null) {
      confirmed.add(value)
    }
  }
  return { byName, confirmed, quarantined: kept.username, keptForUndo: kept.email }
}

/**
 * True when a player never had a password here. An import sets no password in place of a removed or
 * voided one: the player does.
 */
const lacksPassword = sql<boolean>`p.password_hash is null
  and p.security_changed_at is null and p.trust_reset_at is null`

/** The players that unique values name. The players' rows are authoritative. */
async function findPlayers(executor: Executor, deployment: string, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await executor
    .selectFrom('players as p')
    .select(['id', 'username_key', 'email_key', 'confirmed_at', lacksPassword.as('lacks_password')])
    .$call(ofDeployment(deployment))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The players whom the clients of a sector know by some subjects. */
export async function findSubjects(
  executor: Executor,
  { deployment, sector, now }: Sector,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly lacksPassword: boolean }>> {
  const keys = subjects.map((subject) => subjectKey(sector, subject))
  const held = await listHolders(executor, deployment, keys, now)
  const ids = held.map(({ playerId }) => playerId)
  if (ids.length === 0) return new Map()
  const known = await executor
    .selectFrom('pairwise_subjects')
    .select(['subject', 'player_id'])
    .$call(ofDeployment(deployment))
    .where('sector', '=', sector)
    .where('player_id', 'in', ids)
    .where('subject', 'in', subjects)
    .execute()
  const players = await findPlayers(executor, deployment, ids)
  return new Map(
    known.flatMap(({ subject, player_id: id }) => {
      const player = players.get(id)
      return player ? [[subject, { id, lacksPassword: player.lacks_password }]] : []
    }),
  )
}

interface LinkedAccount {
  readonly service: CanonicalName
  readonly id: string
}

/** Which of some accounts a player has linked, as `service id`. */
export async function findLinked(
  executor: Executor,
  deployment: string,
  accounts: readonly LinkedAccount[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const keys = accounts.map(({ service, id }) => accountKey(service, id))
  const held = await listHolders(executor, deployment, keys, now)
  const ids = held.map(({ playerId }) => playerId)
  if (ids.length === 0) return new Set()
  const rows = await executor
    .selectFrom('connections')
    .select(['canonical_name', 'account_id'])
    .$call(ofDeployment(deployment))
    .where('player_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ canonical_name, account_id }) => `${canonical_name} ${account_id}`))
}

type PlayerRow = Omit<NewRow<'players'>, 'deployment' | 'username_key' | 'email_key'>

/** A player of another system, with what belongs to the player. */
export interface NewPlayer {
  readonly row: PlayerRow
  readonly sub?: string | undefined
  readonly links: readonly (LinkedAccount & { readonly name: string })[]
  readonly consents: readonly {
    readonly clientId: string
    readonly scopes: readonly string[]
    readonly givenAt: Date
  }[]
}

/**
 * Inserts players of another system with their subjects, linked accounts and consents. Throws a
 * ValueTakenError where another player was faster. Answers their ids, in the same order.
 */
export async function insertImported(
  transaction: Executor,
  { deployment, sector, now }: Sector,
  players: readonly NewPlayer[],
): Promise<readonly number[]> {
  const ids = await nextPlayerIds(transaction, players.length)
  const owned = players.map((player, index) => ({ ...player, id: ids[index] ?? 0 }))
  const keys = owned.flatMap((player) => keysOf(player, sector))
  const refused = await claimEach(transaction, deployment, keys, now)
  if (refused) throw new ValueTakenError(refused)
  await insertPlayerRows(
    transaction,
    owned.map(({ id, row }) => ({
      ...row,
      id,
      deployment,
      username_key: keyOf(row.username),
      email_key: keyOf(row.email),
    })),
  )
  const subjects = owned.flatMap(({ id, sub }) =>
    sub === undefined ? [] : [{ deployment, sector, player_id: id, subject: sub }],
  )
  const connections = owned.flatMap(({ id: player_id, links }) =>
    links.map(({ service, id, name }) => ({
      deployment,
      player_id,
      canonical_name: service,
      account_id: id,
      account_name: name,
      avatar: '',
      last_check: now,
      linked_at: now,
      gone_at: null,
    })),
  )
  const consents = owned.flatMap(({ id, consents }) =>
    consents.map(({ clientId: client_id, scopes, givenAt: given_at }) => {
      return { deployment, player_id: id, client_id, scopes: [...scopes], given_at }
    }),
  )
  if (subjects.length > 0) {
    await transaction.insertInto('pairwise_subjects').values(subjects).execute()
  }
  if (connections.length > 0) {
    await transaction.insertInto('connections').values(connections).execute()
  }
  if (consents.length > 0) {
    await transaction.insertInto('client_consents').values(consents).execute()
  }
  return ids
}

function keysOf(
  { id: playerId, row, sub, links }: NewPlayer & { readonly id: number },
  sector: string,
): OwnedUniqueValue[] {
  const { username, email, confirmed_at } = row
  const keys = [
    usernameKey(username),
    confirmed_at ? emailKey(email) : unconfirmedEmailKey(email),
    ...links.map(({ service, id }) => accountKey(service, id)),
    ...(sub === undefined ? [] : [subjectKey(sector, sub)]),
  ]
  return keys.map((key) => ({ ...key, playerId }))
}

/** Gives imported players the password that another file had for them, where they never had one. */
export async function completeImported(
  transaction: Executor,
  deployment: string,
  players: readonly { readonly id: number; readonly passwordHash: string }[],
): Promise<void> {
  if (players.length === 0) return
  const ids = players.map(({ id }) => id)
  const hashes = players.map(({ passwordHash }) => passwordHash)
  await sql`update players p set password_hash = given.password_hash
    from unnest(${ids}::bigint[], ${hashes}::text[]) as given (id, password_hash)
    where p.deployment = ${deployment} and p.id = given.id and ${lacksPassword}`.execute(
    transaction,
  )
}
