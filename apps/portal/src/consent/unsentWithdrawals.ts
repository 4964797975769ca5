import { localStore } from '../storage/localStore.ts'

/**
 * The categories that a player has refused here and the account may not know of yet, in this
 * browser until it does: for each player, by ids. A storage that holds something else counts as
 * empty.
 */
export const unsentWithdrawals = {
  of(userId: number): readonly number[] {
    return read()[userId] ?? []
  },

  add(userId: number, ids: readonly number[]): void {
    if (ids.length > 0) write(userId, [...new Set([...unsentWithdrawals.of(userId), ...ids])])
  },

  remove(userId: number, id: number): void {
    const ids = unsentWithdrawals.of(userId)
    if (ids.includes(id)) {
      write(
        userId,
        ids.filter((one) => one !== id),
      )
    }
  },

  /** The player no longer has an account. */
  forget: (userId: number) => write(userId, []),
}

function read(): Readonly<Record<number, readonly number[]>> {
  try {
    const stored = JSON.parse(localStore.read('withdrawals')) as Readonly<Record<number, number[]>>
    return Object.fromEntries(Object.entries(stored).filter(([, ids]) => isListOfIds(ids)))
  } catch {
    return {}
  }
}

function write(userId: number, ids: readonly number[]): void {
  const { [userId]: before, ...others } = read()
  const all = ids.length > 0 ? { ...others, [userId]: ids } : others
  if (Object.keys(all).length > 0) localStore.write('withdrawals', JSON.stringify(all))
  else if (before !== undefined) localStore.forget('withdrawals')
}

function isListOfIds(ids: unknown): boolean {
  return Array.isArray(ids) && ids.length <= 100 && ids.every((id) => Number.isInteger(id))
}
