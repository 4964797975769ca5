import type { AboutPlayer } from './answersAbout.ts'
import { changeRows, deleteRows, type Executor, findRow, insertOnce } from '../schema/executor.ts'

/** An order of a person by its Idempotency-Key. */
export interface OrderKey {
  readonly staff_key: Buffer
  readonly key_hash: Buffer
}

const rowOf = ({ staff_key, key_hash }: OrderKey) =>
  ({ deployment: '*', staff_key, key_hash }) as const

/** Notes that an order is carried out now; false where its key was used before. */
export function beginOrder(
  executor: Executor,
  key: OrderKey,
  { order_hash, at }: { readonly order_hash: Buffer; readonly at: Date },
): Promise<boolean> {
  return insertOnce(executor, 'repeated_orders', { ...rowOf(key), order_hash, at })
}

/** The order that used the key, with its answer once there is one. */
export function findOrder(executor: Executor, key: OrderKey) {
  const columns = ['order_hash', 'answer_sealed', 'at'] as const
  return findRow(executor, 'repeated_orders', columns, rowOf(key))
}

export async function answerOrder(
  executor: Executor,
  key: OrderKey,
  answer: { readonly answer_sealed: string; readonly about: AboutPlayer | null },
): Promise<void> {
  await changeRows(executor, 'repeated_orders', rowOf(key), answer)
}

/** Forgets an order that was refused: it may be repeated once its cause is gone. */
export async function forgetOrder(executor: Executor, key: OrderKey): Promise<void> {
  await deleteRows(executor, 'repeated_orders', rowOf(key))
}
