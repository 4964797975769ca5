import type { Executor } from '../schema/executor.ts'

/**
 * The deployments that have players. Each costs one read of the index, however many players it has.
 */
export async function listDeploymentsWithPlayers(executor: Executor): Promise<readonly string[]> {
  const found: string[] = []
  for (;;) {
    const row = await executor
      .selectFrom('players')
      .select('deployment')
      .where('deployment', '>', found.at(-1) ?? '')
      .orderBy('deployment')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return found
    found.push(row.deployment)
  }
}
