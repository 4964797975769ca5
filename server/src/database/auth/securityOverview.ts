import type { Executor } from '../schema/executor.ts'

/** By what a player signs in, without what is listed elsewhere. */
export interface SecurityOverview {
  readonly username: string
  readonly factors: number
  readonly password_hash: string | null
  readonly password_set_at: Date | null
  /** By what authenticators know the player; null before the first passkey. */
  readonly user_handle: Uint8Array | null
  /** Null without a living set. */
  readonly codes_left: number | null
}

/** Reads a player's overview in one statement; undefined for an account that is gone. */
export async function readSecurityOverview(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<SecurityOverview | undefined> {
  const row = await executor
    .selectFrom('players as p')
    .select((eb) => [
      'p.username',
      'p.factors',
      'p.password_hash',
      'p.password_set_at',
      eb
        .selectFrom('passkey_users as u')
        .select('u.user_handle')
        .whereRef('u.deployment', '=', 'p.deployment')
        .whereRef('u.player_id', '=', 'p.id')
        .as('user_handle'),
      eb
        .selectFrom('recovery_code_sets as s')
        .select((inner) =>
          inner
            .selectFrom('recovery_codes as c')
            .select(({ fn }) => fn.countAll<number | string>().as('count'))
            .whereRef('c.deployment', '=', 's.deployment')
            .whereRef('c.player_id', '=', 's.player_id')
            .whereRef('c.set_id', '=', 's.id')
            .where('c.used_at', 'is', null)
            .as('count'),
        )
        .whereRef('s.deployment', '=', 'p.deployment')
        .whereRef('s.player_id', '=', 'p.id')
        .where('s.voided_at', 'is', null)
        .as('codes_left'),
    ])
    .where('p.deployment', '=', deployment)
    .where('p.id', '=', playerId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { codes_left: left } = row
  return { ...row, codes_left: left === null ? null : Number(left) }
}
