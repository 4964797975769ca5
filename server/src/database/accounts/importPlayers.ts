import type { Insertable } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'
import { keyOf, type Player } from './players.ts'
import type { PlayerRow } from '../connection/tables.ts'

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

export type NewRow = Omit<Insertable<PlayerRow>, 'deployment' | 'username_key' | 'email_key'>

/** Inserts players of another system. */
export async function insertImported(
  transaction: Executor,
  deployment: string,
  rows: readonly NewRow[],
): Promise<void> {
  await transaction
    .insertInto('players')
    .values(
      rows.map((row) => ({
        ...row,
        deployment,
        username_key: keyOf(row.username),
        email_key: keyOf(row.email),
      })),
    )
    .execute()
}
