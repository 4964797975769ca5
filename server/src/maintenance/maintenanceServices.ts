import type { Jobs } from '../database/jobs/jobs.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { TenantServices } from '../tenants/tenantServices.ts'
import type { AccountEvents } from '../webhooks/accountEvents.ts'
import type { KeyMaker } from '../oidc/keys/signingKeys.ts'

/** The services of maintenance. */
export interface MaintenanceServices extends TenantServices {
  readonly events: AccountEvents
  readonly jobs: Jobs
  readonly key: ServerKey
  readonly makeKey: KeyMaker
  readonly metrics: Metrics
}
