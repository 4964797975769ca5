import { sql } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'

/** The deployments that have players, found by as many look-ups as there are, however many players. */
export async function listDeploymentsWithPlayers(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ deployment: string }>`
    with recursive peopled as (
      (select deployment from players order by deployment limit 1)
      union all
      select (select p.deployment from players p where p.deployment > before.deployment
        order by p.deployment limit 1)
      from peopled before where before.deployment is not null)
    select deployment from peopled where deployment is not null`.execute(executor)
  return rows.map(({ deployment }) => deployment)
}
