import type { Executor } from '../connection/openDatabase.ts'

/** A deletion or a withdrawn consent; `what` is the consent's subject, or `erased`. */
export interface Withdrawal {
  readonly at: Date
  readonly deployment: string
  readonly player: number
  readonly what: string
}

/** Every deletion and withdrawal since a moment, the oldest first. */
export async function listWithdrawals(executor: Executor, since: Date): Promise<Withdrawal[]> {
  const erased = await executor
    .selectFrom('players')
    .select(['deleted_at as at', 'deployment', 'id as player'])
    .where('deleted_at', '>=', since)
    .execute()
  const withdrawn = await executor
    .selectFrom('consents')
    .select(['at', 'deployment', 'player_id as player', 'subject as what'])
    .where('accepted', '=', false)
    .where('at', '>=', since)
    .execute()
  return [
    ...erased.flatMap(({ at, ...of }) => (at === null ? [] : [{ at, ...of, what: 'erased' }])),
    ...withdrawn,
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** Whether a player has decided about something again after a moment. */
export async function hasDecidedSince(
  executor: Executor,
  { at, deployment, player, what }: Withdrawal,
): Promise<boolean> {
  const later = await executor
    .selectFrom('consents')
    .select('id')
    .where('deployment', '=', deployment)
    .where('player_id', '=', player)
    .where('subject', '=', what)
    .where('at', '>=', at)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Whether the id named a player at a moment who still has an account. */
export async function wasThere(
  executor: Executor,
  { at, deployment, player }: Withdrawal,
): Promise<boolean> {
  const found = await executor
    .selectFrom('players')
    .select('id')
    .where('deployment', '=', deployment)
    .where('id', '=', player)
    .where('created_at', '<=', at)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
