import { identityProviderOf } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import * as z from 'zod'

/** The id of an account as the service gives it. */
export function accountIdOf(service: IdentityProviderName): z.ZodType<string> {
  const { accountId, foldsAccountIds } = identityProviderOf(service)
  const id = z.string().regex(accountId)
  return foldsAccountIds ? id.toLowerCase() : id
}
