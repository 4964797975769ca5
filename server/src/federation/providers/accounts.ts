import { identityProviderOf } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import * as z from 'zod'
import type { Account } from '../../database/federation/connections.ts'

/** The schema of a service's account ids. */
export function accountIdOf(service: IdentityProviderName): z.ZodType<string> {
  const { accountId, foldsAccountIds } = identityProviderOf(service)
  const id = z.string().regex(accountId)
  return foldsAccountIds ? id.toLowerCase() : id
}

/**
 * Names from other services are untrusted, so control, direction and other invisible characters are
 * removed and at most 64 remain. Answers `otherwise` for an empty name and for one that is no text.
 */
export function plainName(given: unknown, otherwise: string): string {
  if (typeof given !== 'string') return otherwise
  const seen = given.replaceAll(/[\p{C}\u2028\u2029]/gu, '').trim()
  return Array.from(seen).slice(0, 64).join('').trim() || otherwise
}

/** Reads an account of a service's answer; null where its id is unreadable. */
export function readAccount(
  service: IdentityProviderName,
  id: unknown,
  name: unknown,
  avatar = '',
): Account | null {
  const accountId = accountIdOf(service).safeParse(id).data
  return accountId === undefined ? null : { accountId, name: plainName(name, accountId), avatar }
}

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
