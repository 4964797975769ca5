import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import * as z from 'zod'
import type { Account } from '../../database/federation/connectionStatements.ts'

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

interface AvatarSource {
  /** The provider's own hosts; with a dot before it, every host under it. */
  readonly hosts: readonly string[]
  /** The hosts that have the pictures of another one by TLS. */
  readonly secureHosts?: Readonly<Record<string, string>>
  /** The address of the provider's API: a stand-in without TLS has its avatars there. */
  readonly apiBase: string
}

/**
 * The address of an avatar that the page may load; else empty. One of a known host without TLS is
 * raised to https. The server never loads one.
 */
export function avatarOf(given: unknown, { hosts, secureHosts, apiBase }: AvatarSource): string {
  if (typeof given !== 'string' || given.length > 1000 || !URL.canParse(given)) return ''
  const url = new URL(given)
  if (url.username !== '' || url.password !== '') return ''
  if (url.origin === plainOriginOf(apiBase)) return url.href
  const isOnHost = hosts.some((host) =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  )
  if (!isOnHost || url.port !== '') return ''
  if (url.protocol === 'https:') return url.href
  if (url.protocol !== 'http:') return ''
  url.protocol = 'https:'
  url.hostname = secureHosts?.[url.hostname] ?? url.hostname
  return url.href
}

/** The origin of an address without TLS, which only a stand-in has; else null. */
export function plainOriginOf(address: string): string | null {
  const { protocol, origin } = new URL(address)
  return protocol === 'http:' ? origin : null
}
