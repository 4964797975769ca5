import { sql } from 'kysely'
import { type Executor, ofDeployment } from '../schema/executor.ts'
import { factorBits } from '../schema/values.ts'

/** A player's factors that are not listed elsewhere. */
interface SecurityOverview {
  readonly username: string
  readonly factors: number
  readonly password_hash: string | null
  readonly password_set_at: Date | null
  readonly held_until: Date | null
  readonly deletion_due_at: Date | null
  /** Of a recovery case that goes on; null for none. */
  readonly recovery_due_at: Date | null
  readonly leak_found_at: Date | null
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
  const { rows } = await sql<SecurityOverview>`
    select p.username, p.factors, p.password_hash, p.password_set_at, p.held_until,
      p.deletion_due_at, p.leak_found_at,
      (select c.due_at from recovery_cases c where c.deployment = p.deployment
        and c.player_id = p.id and c.ended_at is null) as recovery_due_at,
      (select u.user_handle from passkey_users u
        where u.deployment = p.deployment and u.player_id = p.id) as user_handle,
      (select (select count(*)::int from recovery_codes c where c.deployment = s.deployment
            and c.player_id = s.player_id and c.set_id = s.id and c.used_at is null)
        from recovery_code_sets s where s.deployment = p.deployment
          and s.player_id = p.id and s.voided_at is null) as codes_left
    from players p
    where p.deployment = ${deployment} and p.id = ${playerId} and p.deleted_at is null`.execute(
    executor,
  )
  return rows[0]
}

/** How many players prove the account in one way: `factors` are bits of `factorBits`. */
export type FactorCount = Awaited<ReturnType<typeof countFactors>>[number]

/** The players of a deployment by their factors, without unconfirmed registrations. */
export async function countFactors(executor: Executor, deployment: string) {
  const rows = await executor
    .selectFrom('players')
    .select(['auth_type', 'factors', ({ fn }) => fn.countAll<number | string>().as('count')])
    .$call(ofDeployment(deployment))
    .where('deleted_at', 'is', null)
    .where((eb) => eb('auth_type', '=', 2).or('confirmed_at', 'is not', null))
    .groupBy(['auth_type', 'factors'])
    .execute()
  return rows.map(({ auth_type: type, factors, count }) => ({
    isOfPartner: type === 2,
    factors,
    count: Number(count),
  }))
}

/** The players whom a lost device locks out: a second step or no password, and no unused code. */
export async function countWithoutCodes(executor: Executor, deployment: string): Promise<number> {
  const needing = factorBits.twoStep | factorBits.withoutPassword
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from players p
    where p.deployment = ${deployment} and p.deleted_at is null and p.auth_type = 1
      and p.confirmed_at is not null and p.factors & ${sql.lit(needing)} <> 0
      and (p.factors & ${sql.lit(factorBits.twoStep)} <> 0 or not exists (select from connections c
        where c.deployment = p.deployment and c.player_id = p.id and c.signs_in))
      and not exists (select from recovery_code_sets s
        join recovery_codes c on c.deployment = s.deployment and c.player_id = s.player_id
          and c.set_id = s.id
        where s.deployment = p.deployment and s.player_id = p.id
          and s.voided_at is null and c.used_at is null)`.execute(executor)
  return rows[0]?.count ?? 0
}
