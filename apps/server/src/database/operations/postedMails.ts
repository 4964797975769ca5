import { sql } from 'kysely'
import { type Executor, ofDeployment, ofPlayer } from '../schema/executor.ts'
import type { MailState } from '../schema/values.ts'
import { isAmong, type MailKey } from './mailStatements.ts'

/** A mail to a player, as support finds it. */
export interface PostedMail {
  readonly deployment: string
  readonly playerId: number
  readonly id: string
}

/** Notes mails to players, in the transaction that posts them. */
export async function notePosted(
  transaction: Executor,
  mails: readonly (PostedMail & { readonly kind: string })[],
  now: Date,
): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ deployment, playerId, id, kind }) => ({
    deployment,
    player_id: playerId,
    id,
    kind,
    state: 'waiting' as const,
    posted_at: now,
    changed_at: now,
  }))
  await transaction.insertInto('mails_posted').values(rows).execute()
}

/** What came of a try to send a mail. */
export interface NotedOutcome extends MailKey {
  readonly state: MailState
  readonly code: number | null
}

/** Notes the outcomes of tries to send mails: those of one state and code by one statement. */
export async function noteOutcomes(
  transaction: Executor,
  outcomes: readonly NotedOutcome[],
  now: Date,
): Promise<void> {
  const alike = Map.groupBy(outcomes, ({ state, code }) => `${state} ${code}`)
  for (const group of alike.values()) {
    const [{ state, code } = { state: 'waiting' as const, code: null }] = group
    await transaction
      .updateTable('mails_posted')
      .set({ state, code, tries: sql`tries + 1`, changed_at: now })
      .where(isAmong(group))
      .execute()
  }
}

/** Notes that mails are not sent after all. */
export async function noteDropped(
  transaction: Executor,
  mails: readonly MailKey[],
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('mails_posted')
    .set({ state: 'dropped', changed_at: now })
    .where(isAmong(mails))
    .execute()
}

/** The last codes with which the addresses of players refused a mail. */
export async function listRefusedCodes(
  executor: Executor,
  deployment: string,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  if (playerIds.length === 0) return new Map()
  const rows = await executor
    .selectFrom('mails_posted')
    .select(['player_id', 'code'])
    .$call(ofDeployment(deployment))
    .where('player_id', 'in', playerIds)
    .where('state', '=', 'refused')
    .orderBy('changed_at')
    .execute()
  return new Map(rows.map(({ player_id, code }) => [player_id, code]))
}

/** The mails to a player, the newest first. */
export function listPostedMails(
  executor: Executor,
  deployment: string,
  playerId: number,
  limit: number,
) {
  return executor
    .selectFrom('mails_posted')
    .select(['id', 'kind', 'state', 'tries', 'code', 'posted_at', 'changed_at'])
    .$call(ofPlayer(deployment, playerId))
    .orderBy('posted_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
