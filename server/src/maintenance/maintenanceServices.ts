import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/connection/openDatabase.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'
import type { Settings } from '../platform/config/settings.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { LiveDeployments } from '../tenants/liveDeployments.ts'
import type { AccountEvents } from '../webhooks/accountEvents.ts'
import type { KeyMaker } from '../oidc/keys/signingKeys.ts'

/** The services of maintenance. */
export interface MaintenanceServices {
  readonly clock: Clock
  readonly database: Database
  readonly deployments: LiveDeployments
  readonly events: AccountEvents
  readonly jobs: Jobs
  readonly key: ServerKey
  readonly log: FastifyBaseLogger
  readonly makeKey: KeyMaker
  readonly metrics: Metrics
  readonly settings: Settings
}
