import type { RecoveryProof } from '@gatehouse/contract/activity'
import type { Player } from '../../../database/accounts/players.ts'
import { listCasesOf, type RecoveryCase } from '../../../database/auth/recoveryCases.ts'
import { listRewindsOf, type Rewind } from '../../../database/auth/rewinds.ts'
import type { Executor } from '../../../database/schema/executor.ts'

interface Step {
  readonly at: Date
  readonly what: string
  readonly proofs: readonly RecoveryProof[]
}

/** The steps of a player's recoveries and rewinds, those ahead too, the newest first. */
export async function readRecoveries(
  transaction: Executor,
  player: Pick<Player, 'deployment' | 'id'>,
): Promise<Step[]> {
  const cases = await listCasesOf(transaction, player)
  const rewinds = await listRewindsOf(transaction, player)
  return [...cases.flatMap(stepsOfCase), ...rewinds.flatMap(stepsOfRewind)].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  )
}

const ends: Readonly<Partial<Record<RecoveryCase['state'], string>>> = {
  done: 'account recovered',
  stopped: 'recovery stopped',
  expired: 'recovery over: nobody went on with it',
}

function stepsOfCase(each: RecoveryCase): readonly Step[] {
  const { opened_at: opened, waits_since: waits, due_at: due, ended_at: ended, state } = each
  // What was stopped before it is never due.
  const isDue = due !== null && (ended === null || ended >= due)
  return [
    step(opened, 'recovery asked for'),
    ...(waits === null ? [] : [{ at: waits, what: 'wait begins', proofs: each.proofs }]),
    ...(isDue ? [step(due, 'account can be recovered')] : []),
    ...(ended === null ? [] : [step(ended, ends[state] ?? state)]),
  ]
}

function stepsOfRewind({ asked_at: asked, due_at: due, ended_at: ended, state }: Rewind) {
  return [
    step(asked, 'rewind asked for'),
    ...(state === 'waiting' ? [step(due, 'account is put back')] : []),
    ...(ended === null ? [] : [step(ended, `rewind ${state}`)]),
  ]
}

function step(at: Date, what: string): Step {
  return { at, what, proofs: [] }
}
