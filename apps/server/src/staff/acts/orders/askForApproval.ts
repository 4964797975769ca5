import { objectOf } from '@gatehouse/contract/acts/titles'
import type { Asker } from '../../../database/schema/values.ts'
import { insertApproval } from '../../../database/staff/approvals.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { after } from '../../../platform/clock.ts'
import { randomUUID } from '../../../platform/crypto/random.ts'
import { seal } from '../../../platform/crypto/seal.ts'
import { type ActRefusal, refused, type Waiting } from './actAnswer.ts'
import { ActRefusedError } from './actRefusedError.ts'
import { type Ordered, perform } from './perform.ts'
import { withIds } from './playerNamed.ts'
import { answerRepeatable, beginRepeatable, type RepeatableOrder } from './repeatedOrder.ts'
import type { ActServices } from './run.ts'

interface Asked extends Omit<Ordered, 'cause'> {
  readonly asker: Asker
  /** The person's, as the audit log has it. */
  readonly key: Buffer
  readonly repeatable: RepeatableOrder | null
}

/**
 * Keeps an order for another person to decide on, unless it would be refused. Names are taken for the
 * players who have them now.
 */
export async function askForApproval(
  asked: Asked,
  services: ActServices,
): Promise<Waiting | ActRefusal> {
  if (asked.act.row.isTried) {
    const answer = await perform({ ...asked, cause: { kind: 'trial' } }, services)
    if (answer.outcome !== 'done') return answer
  }
  try {
    return await keepRequest(asked, services)
  } catch (error) {
    if (error instanceof ActRefusedError) return refused(error.code, error.message, error.data)
    throw error
  }
}

function keepRequest(
  { act, order, author: { why }, asker, key: asked_by, repeatable }: Asked,
  services: ActServices,
): Promise<Waiting> {
  const { database, clock, key, settings } = services
  const { deployment = '*' } = order as { readonly deployment?: string }
  const { name, email, iss, groups, sessionId, service } = asker
  const now = clock.now()
  const expires = after(now, settings.APPROVAL_SECONDS)
  const id = randomUUID()
  return inTransaction(database.kysely, async (transaction) => {
    await beginRepeatable(repeatable, services, transaction)
    const { order: kept, player } = await withIds(transaction, deployment, order)
    await insertApproval(transaction, {
      deployment,
      id,
      act: act.name,
      subject: player === null ? objectOf(kept) : `player ${player}`,
      order_sealed: seal({ id, deployment, act: act.name, order: kept }, key.console),
      why,
      asked_by,
      asker: JSON.stringify({ name, email, iss, groups, sessionId, service }),
      asked_at: now,
      expires_at: expires,
    })
    const approval = { id, expiresAt: expires.toISOString() }
    const answer = { outcome: 'waiting', approval } as const
    await answerRepeatable(repeatable, { answer, about: null }, services, transaction)
    return answer
  })
}
