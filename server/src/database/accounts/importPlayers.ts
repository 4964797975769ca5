import { type Insertable, sql } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'
import type { ConnectionRow, PlayerRow } from '../connection/tables.ts'
import { keyOf, type Player } from './players.ts'

export interface Named {
  readonly username: string
  readonly email: string
}

/** The players who have one of some usernames or email addresses, by their keys. */
export async function findNamed(
  executor: Executor,
  deployment: string,
  named: readonly Named[],
): Promise<readonly Pick<Player, 'username_key' | 'email_key' | 'confirmed_at'>[]> {
  if (named.length === 0) return []
  return executor
    .selectFrom('players')
    .select(['username_key', 'email_key', 'confirmed_at'])
    .where('deployment', '=', deployment)
    .where((eb) =>
      eb.or([
        eb(
          'username_key',
          'in',
          named.map(({ username }) => keyOf(username)),
        ),
        eb(
          'email_key',
          'in',
          named.map(({ email }) => keyOf(email)),
        ),
      ]),
    )
    .execute()
}

/** Which of some usernames are still in quarantine. */
export async function findQuarantined(
  executor: Executor,
  deployment: string,
  named: readonly Named[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (named.length === 0) return new Set()
  const rows = await executor
    .selectFrom('username_quarantine')
    .select('username_key')
    .where('deployment', '=', deployment)
    .where(
      'username_key',
      'in',
      named.map(({ username }) => keyOf(username)),
    )
    .where('until', '>', now)
    .execute()
  return new Set(rows.map(({ username_key }) => username_key))
}

/** The players whom the clients of a sector know by some subjects. */
export async function findSubjects(
  executor: Executor,
  { deployment, sector }: { readonly deployment: string; readonly sector: string },
  subjects: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly hasPassword: boolean }>> {
  if (subjects.length === 0) return new Map()
  const rows = await executor
    .selectFrom('pairwise_subjects as known')
    .innerJoin('players as p', (join) =>
      join.onRef('p.deployment', '=', 'known.deployment').onRef('p.id', '=', 'known.player_id'),
    )
    .select(['known.subject', 'p.id', sql<boolean>`p.password_hash is not null`.as('has_password')])
    .where('known.deployment', '=', deployment)
    .where('known.sector', '=', sector)
    .where('known.subject', 'in', subjects)
    .execute()
  return new Map(
    rows.map(({ subject, id, has_password }) => [subject, { id, hasPassword: has_password }]),
  )
}

interface LinkedAccount {
  readonly service: ConnectionRow['canonical_name']
  readonly id: string
}

/** Which of some accounts a player has linked, as `service id`. */
export async function findLinked(
  executor: Executor,
  deployment: string,
  accounts: readonly LinkedAccount[],
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set()
  const rows = await executor
    .selectFrom('connections')
    .select(['canonical_name', 'account_id'])
    .where('deployment', '=', deployment)
    .where((eb) =>
      eb(
        eb.refTuple('canonical_name', 'account_id'),
        'in',
        accounts.map(({ service, id }) => eb.tuple(service, id)),
      ),
    )
    .execute()
  return new Set(rows.map(({ canonical_name, account_id }) => `${canonical_name} ${account_id}`))
}

export type NewRow = Omit<Insertable<PlayerRow>, 'deployment' | 'username_key' | 'email_key'>

/** A player of another system, with what belongs to the player. */
export interface NewPlayer {
  readonly row: NewRow
  readonly sub?: string | undefined
  readonly links: readonly (LinkedAccount & { readonly name: string })[]
  readonly consents: readonly {
    readonly clientId: string
    readonly scopes: readonly string[]
    readonly givenAt: Date
  }[]
}

/** Inserts players of another system with their subjects, linked accounts and consents. */
export async function insertImported(
  transaction: Executor,
  { deployment, sector, now }: { deployment: string; sector: string; now: Date },
  players: readonly NewPlayer[],
): Promise<void> {
  const inserted = await transaction
    .insertInto('players')
    .values(
      players.map(({ row }) => ({
        ...row,
        deployment,
        username_key: keyOf(row.username),
        email_key: keyOf(row.email),
      })),
    )
    .returning(['id', 'username_key'])
    .execute()
  const ids = new Map(inserted.map(({ id, username_key }) => [username_key, id]))
  const owned = players.map((player) => ({
    ...player,
    id: ids.get(keyOf(player.row.username)) ?? 0,
  }))
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
    consents.map(({ clientId, scopes, givenAt }) => ({
      deployment,
      player_id: id,
      client_id: clientId,
      scopes: [...scopes],
      given_at: givenAt,
    })),
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
}

/** Gives imported players the password that another file had for them, where they have none yet. */
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
    where p.deployment = ${deployment} and p.id = given.id and p.password_hash is null`.execute(
    transaction,
  )
}
