import { bounds } from '@gatehouse/contract/limits'
import type { ExpressionBuilder } from 'kysely'
import { changeRows, type Executor, ofPlayer } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'

/** The player and the handle of a second step. */
interface StepOf {
  readonly deployment: string
  readonly playerId: number
  readonly handleHash: Buffer
}

/** True when a handle that waits has had all its tries, in the browser that sends it. */
export function hasSpentTries(
  executor: Executor,
  step: StepOf,
  browserHash: Buffer | null,
  now: Date,
): Promise<boolean> {
  return isThere(
    stepBy(executor, step)
      .where('tries', '>=', bounds.secondStepTries.max)
      .where(isOpen(browserHash, now)),
  )
}

/** True when a handle would take a try now, in the browser that sends it; `countTry` makes one. */
export function findSecondStep(
  executor: Executor,
  step: StepOf,
  browserHash: Buffer | null,
  now: Date,
): Promise<boolean> {
  return isThere(stepBy(executor, step).where(isWaiting(browserHash, now)))
}

/** The first factors of a log-in that waits for its second step; undefined as `findSecondStep` is false. */
export function readSecondStep(
  executor: Executor,
  step: StepOf,
  browserHash: Buffer | null,
  now: Date,
) {
  return stepBy(executor, step)
    .select(['methods', 'created_at'])
    .where(isWaiting(browserHash, now))
    .executeTakeFirst()
}

const stepBy = (executor: Executor, { deployment, playerId, handleHash }: StepOf) =>
  executor
    .selectFrom('second_steps')
    .select('tries')
    .$call(ofPlayer(deployment, playerId))
    .where('handle_hash', '=', handleHash)

async function isThere(step: ReturnType<typeof stepBy>): Promise<boolean> {
  return (await step.executeTakeFirst()) !== undefined
}

/** Not over, used, another browser's, or without a try that is left. */
function isWaiting(browserHash: Buffer | null, now: Date) {
  return (eb: ExpressionBuilder<Tables, 'second_steps'>) =>
    eb.and([isOpen(browserHash, now)(eb), eb('tries', '<', bounds.secondStepTries.max)])
}

function isOpen(browserHash: Buffer | null, now: Date) {
  return (eb: ExpressionBuilder<Tables, 'second_steps'>) =>
    eb.and([
      eb('used_at', 'is', null),
      eb('expires_at', '>', now),
      browserHash === null
        ? eb('browser_hash', 'is', null)
        : eb('browser_hash', '=', browserHash).or('browser_hash', 'is', null),
    ])
}

/**
 * Counts a try of a second step before it is made; undefined where the handle is unknown, over, used,
 * another browser's, or has had all its tries. One statement: parallel tries cannot pass the bound.
 */
export function countTry(
  executor: Executor,
  { deployment, playerId, handleHash }: StepOf,
  browserHash: Buffer | null,
  now: Date,
) {
  return executor
    .updateTable('second_steps')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .$call(ofPlayer(deployment, playerId))
    .where('handle_hash', '=', handleHash)
    .where(isWaiting(browserHash, now))
    .returning(['methods', 'client_id', 'tries', 'created_at'])
    .executeTakeFirst()
}

/** Spends a handle; false where another answer was faster, or the account's access was revoked. */
export function useSecondStep(
  transaction: Executor,
  { deployment, playerId, handleHash }: StepOf,
  now: Date,
): Promise<boolean> {
  const open = { deployment, player_id: playerId, handle_hash: handleHash, used_at: null }
  return changeRows(transaction, 'second_steps', open, { used_at: now })
}
