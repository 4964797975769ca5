import { identityProviderOf } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import * as z from 'zod'

/** The schema of a service's account ids. */
export function accountIdOf(service: IdentityProviderName): z.ZodType<string> {
  const { accountId, foldsAccountIds } = identityProviderOf(service)
  const id = z.string().regex(accountId)
  return foldsAccountIds ? id.toLowerCase() : id
}
