import type { Executor, NewRow, Row } from '../schema/executor.ts'

export type NodeSample = Row<'node_samples'>

/** Rows of all deployments. */
const everywhere = '*'

/** The seconds that a row stands for: a minute is kept for longer. */
export const grains = { short: 5, long: 60 } as const

type Given = Omit<NewRow<'node_samples'>, 'deployment' | 'slot'>

/** Writes what a server has taken of itself; of two rows of one moment the first one stays. */
export async function insertSamples(executor: Executor, samples: readonly Given[]): Promise<void> {
  const rows = samples.map((sample) => ({
    ...sample,
    deployment: everywhere,
    slot: Math.floor(new Date(sample.at).getTime() / 1000 / sample.grain),
  }))
  await executor
    .insertInto('node_samples')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The samples of every node since a moment, the oldest first. */
export function listSamples(
  executor: Executor,
  grain: number,
  since: Date,
): Promise<readonly NodeSample[]> {
  return executor
    .selectFrom('node_samples')
    .selectAll()
    .where('deployment', '=', everywhere)
    .where('grain', '=', grain)
    .where('at', '>=', since)
    .orderBy('at')
    .limit(20_000)
    .execute()
}

/** The servers that have given a sign of life since a moment. */
export async function listNodeNames(executor: Executor, since: Date): Promise<readonly string[]> {
  const found = await executor
    .selectFrom('node_samples')
    .select('node')
    .distinct()
    .where('deployment', '=', everywhere)
    .where('grain', '=', grains.short)
    .where('at', '>=', since)
    .orderBy('node')
    .execute()
  return found.map(({ node }) => node)
}
