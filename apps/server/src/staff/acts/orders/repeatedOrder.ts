import {
  answerOrder,
  beginOrder,
  findOrder,
  forgetOrder,
  type OrderKey,
} from '../../../database/staff/repeatedOrders.ts'
import type { AboutPlayer } from '../../../database/staff/answersAbout.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { after } from '../../../platform/clock.ts'
import { seal, unseal } from '../../../platform/crypto/seal.ts'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import type { Staff } from '../../people/staffCaller.ts'
import { type ActAnswer, refused, type Waiting } from './actAnswer.ts'
import { ActRefusedError } from './actRefusedError.ts'
import type { Act, ActServices } from './run.ts'

/* An order with an Idempotency-Key is carried out once, and its repetition gets the same answer. */

/** An order that may be repeated: its key, and a digest of what was ordered with it. */
export type RepeatableOrder = OrderKey & { readonly order_hash: Buffer }

/** From when on a server that has not answered an approval is taken for dead. */
const secondsUntilDead = 60

export function repeatableOf(
  key: string,
  { name }: Act,
  order: object,
  staff: Staff,
): RepeatableOrder {
  const order_hash = hashOf(JSON.stringify([name, order]))
  return { staff_key: staff.key, key_hash: hashOf(key), order_hash }
}

/** The answer that an order got when it was given first; null where its key is new. */
export async function answerTo(
  { row }: Act,
  repeatable: RepeatableOrder | null,
  { database, key: keys, clock }: ActServices,
): Promise<ActAnswer | Waiting | null> {
  if (repeatable === null) return null
  const found = await findOrder(database.kysely, repeatable)
  if (!found) return null
  if (!Buffer.from(found.order_hash).equals(repeatable.order_hash)) {
    return refused('KEY_REUSED', 'Another order had this Idempotency-Key.')
  }
  if (found.answer_sealed === null) {
    // An approval counts once, whatever its server died of: who gives it again learns what holds.
    const isApproval = row.kind === 'long' && !row.isRun
    if (isApproval && after(found.at, secondsUntilDead) <= clock.now()) {
      await forgetOrder(database.kysely, repeatable)
      return null
    }
    return refused(
      'REPEATED',
      'The same order was begun before, and its end is not known yet. The audit log says what was done.',
    )
  }
  return unseal(found.answer_sealed, keys.console) as ActAnswer
}

/** Notes that an order is carried out now; refuses it where another one with its key is. */
export async function beginRepeatable(
  repeatable: RepeatableOrder | null,
  { clock }: ActServices,
  transaction: Executor,
): Promise<void> {
  if (repeatable === null) return
  const begun = { order_hash: repeatable.order_hash, at: clock.now() }
  if (await beginOrder(transaction, repeatable, begun)) return
  const message = 'The same order is under way. Ask again for its answer.'
  throw new ActRefusedError(message, { code: 'REPEATED' })
}

/** Keeps the answer of an order in its transaction, for its repetition. */
export async function answerRepeatable(
  repeatable: OrderKey | null,
  { answer, about }: { readonly answer: ActAnswer | Waiting; readonly about: AboutPlayer | null },
  { key }: Pick<ActServices, 'key'>,
  executor: Executor,
): Promise<void> {
  if (repeatable === null) return
  await answerOrder(executor, repeatable, { answer_sealed: seal(answer, key.console), about })
}
