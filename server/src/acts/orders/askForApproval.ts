import type { Asker } from '../../database/schema/values.ts'
import { insertApproval } from '../../database/staff/approvals.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import { randomUUID } from '../../platform/crypto/random.ts'
import { seal } from '../../platform/crypto/seal.ts'
import type { Waiting } from './actAnswer.ts'
import type { Act, ActServices, RepeatableOrder } from './actTypes.ts'
import { answerRepeatable, beginRepeatable } from './cause.ts'
import { withIds } from './playerNamed.ts'

interface By {
  readonly asker: Asker
  /** The person's, as the audit log has it. */
  readonly key: Buffer
  readonly why: string
  readonly repeatable: RepeatableOrder | null
}

/** Keeps an order for another person to decide on. Names are taken for the players who have them now. */
export async function askForApproval(
  act: Act,
  order: object,
  { asker, key: asked_by, why, repeatable }: By,
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
      subject: player === null ? '' : `player ${player}`,
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
