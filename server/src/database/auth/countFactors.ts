import { sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import { factorBits } from '../schema/values.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

/** How many players prove the account in one way. */
export interface FactorCount {
  readonly isOfPartner: boolean
  /** Bits of `factorBits`. */
  readonly factors: number
  readonly count: number
}

/** The players of a deployment by what they prove the account by, without unconfirmed registrations. */
export async function countFactors(
  executor: Executor,
  deployment: string,
): Promise<readonly FactorCount[]> {
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
  const { count } = await executor
    .selectFrom('players as p')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('p.deployment', '=', deployment)
    .where('p.deleted_at', 'is', null)
    .where('p.auth_type', '=', 1)
    .where('p.confirmed_at', 'is not', null)
    .where(sql<boolean>`p.factors & ${sql.lit(needing)} <> 0`)
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('recovery_code_sets as s')
            .innerJoin('recovery_codes as c', (join) =>
              join
                .onRef('c.deployment', '=', 's.deployment')
                .onRef('c.player_id', '=', 's.player_id')
                .onRef('c.set_id', '=', 's.id'),
            )
            .select('c.set_id')
            .whereRef('s.deployment', '=', 'p.deployment')
            .whereRef('s.player_id', '=', 'p.id')
            .where('s.voided_at', 'is', null)
            .where('c.used_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
