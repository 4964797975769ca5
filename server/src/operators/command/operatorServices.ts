import type { AccountServices } from '../../accounts/accountServices.ts'
import type { KeyMaker } from '../../oidc/keys/signingKeys.ts'
import type { TenantServices } from '../../tenants/tenantServices.ts'

/** The services of the commands. */
export interface OperatorServices
  extends
    TenantServices,
    Pick<AccountServices, 'events' | 'key' | 'outbox' | 'secrets' | 'uploads'> {
  readonly makeKey: KeyMaker
}
