import type { Executor } from '../schema/executor.ts'

/** The players whose deletion has waited long enough, but for those whose account is frozen. */
export function listDueDeletions(executor: Executor, now: Date) {
  return executor
    .selectFrom('players')
    .select(['deployment', 'id'])
    .where('deletion_due_at', 'is not', null)
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .where('frozen_at', 'is', null)
    .orderBy('deletion_due_at')
    .limit(500)
    .execute()
}
