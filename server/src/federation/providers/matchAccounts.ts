import type { Account } from '../../database/federation/connections.ts'

/**
 * Matches the accounts that a service was asked about with its list; a missing one is gone. A list
 * with an entry that is unreadable (null) or not asked for is unsound, and then none counts as gone.
 */
export function matchAccounts(
  accountIds: readonly string[],
  list: readonly (Account | null)[],
): ReadonlyMap<string, Account | 'gone'> {
  const known = new Map(list.flatMap((account) => (account ? [[account.accountId, account]] : [])))
  const asked = new Set(accountIds)
  const isSound = list.every((account) => account !== null && asked.has(account.accountId))
  return new Map(
    accountIds.flatMap((id): [string, Account | 'gone'][] => {
      const account = known.get(id)
      if (account) return [[id, account]]
      return isSound ? [[id, 'gone']] : []
    }),
  )
}
