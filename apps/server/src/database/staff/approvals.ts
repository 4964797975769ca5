import { changeRows, type Executor, type NewRow, type Row } from '../schema/executor.ts'
import type { Asker } from '../schema/values.ts'

/** A request, with what became of its act once it is approved. */
export type Approval = Row<'approvals'> & {
  readonly [Name in keyof Outcome]: Outcome[Name] | null
}

type Outcome = Pick<Row<'act_runs'>, 'noted' | 'message' | 'ended_at'> & {
  readonly outcome: Row<'act_runs'>['state']
}

/** Keeps an act that waits for a second person. */
export async function insertApproval(
  executor: Executor,
  approval: NewRow<'approvals'>,
): Promise<void> {
  await executor.insertInto('approvals').values(approval).execute()
}

/** Requests of a deployment, the newest first. */
export function listApprovals(
  executor: Executor,
  deployment: string,
  {
    isWaiting,
    limit,
    now,
  }: { readonly isWaiting: boolean; readonly limit: number; readonly now: Date },
): Promise<Approval[]> {
  let query = approvalsWithOutcome(executor)
    .where('approvals.deployment', '=', deployment)
    .orderBy('asked_at', 'desc')
    .limit(limit)
  if (isWaiting)
    query = query.where('approvals.state', '=', 'waiting').where('expires_at', '>', now)
  return query.execute()
}

/** Requests that wait in some deployments; those of all deployments too. */
export function listWaiting(
  executor: Executor,
  deployments: readonly string[],
  now: Date,
): Promise<Approval[]> {
  return approvalsWithOutcome(executor)
    .where('approvals.deployment', 'in', ['*', ...deployments])
    .where('approvals.state', '=', 'waiting')
    .where('expires_at', '>', now)
    .execute()
}

/** Requests for some acts in some deployments that were approved after a moment. */
export function listApproved(
  executor: Executor,
  deployments: readonly string[],
  { acts, since }: { readonly acts: readonly string[]; readonly since: Date },
): Promise<Approval[]> {
  return approvalsWithOutcome(executor)
    .where('approvals.deployment', 'in', ['*', ...deployments])
    .where('approvals.state', '=', 'done')
    .where('approvals.act', 'in', acts)
    .where('decided_at', '>', since)
    .execute()
}

export function findApproval(
  executor: Executor,
  deployment: string,
  id: string,
): Promise<Approval | undefined> {
  return approvalsWithOutcome(executor)
    .where('approvals.deployment', '=', deployment)
    .where('approvals.id', '=', id)
    .executeTakeFirst()
}

function approvalsWithOutcome(executor: Executor) {
  return executor
    .selectFrom('approvals')
    .leftJoin('act_runs', (join) =>
      join
        .onRef('act_runs.deployment', '=', 'approvals.deployment')
        .onRef('act_runs.id', '=', 'approvals.id'),
    )
    .selectAll('approvals')
    .select(['act_runs.state as outcome', 'noted', 'message', 'ended_at'])
}

type Seen = Pick<Approval, 'deployment' | 'id' | 'first_key'>

/** Decides on a request that waits, as it was seen; false where another decision was faster. */
export function decideApproval(
  executor: Executor,
  { deployment, id, first_key }: Seen,
  decision: Pick<Approval, 'state' | 'decided_by' | 'decided_key' | 'decided_why' | 'decided_at'>,
): Promise<boolean> {
  const seen = { deployment, id, first_key, state: 'waiting' } as const
  return changeRows(executor, 'approvals', seen, decision)
}

/** Sets the first of two persons who approve, or takes it back; false where another one was faster. */
export function setFirstApprover(
  executor: Executor,
  { deployment, id, first_key }: Seen,
  first: { readonly key: Buffer; readonly by: Asker } | null,
): Promise<boolean> {
  const seen = { deployment, id, first_key, state: 'waiting' } as const
  const { key = null, by = null } = first ?? {}
  const changes = { first_key: key, first_by: by && JSON.stringify(by) }
  return changeRows(executor, 'approvals', seen, changes)
}

/** Forgets the orders about a subject that is erased. */
export async function forgetOrdersAbout(
  executor: Executor,
  deployment: string,
  subject: string,
): Promise<void> {
  await changeRows(executor, 'approvals', { deployment, subject }, { order_sealed: null })
}
