import type { Account } from '../../database/federation/connections.ts'

/**
 * What a service's list says of the accounts that it was asked about: those that are missing are
 * gone. A list with an entry that we cannot read (null) or did not ask for says nothing about those.
 */
export function whatBecameOf(
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
