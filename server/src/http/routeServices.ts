import type { AccessTokenFound } from '../database/auth/sessions.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Deployment, Deployments } from '../tenants/deployments.ts'

/** The services of the mount itself, besides those of the handlers. */
export interface RouteServices {
  readonly deployments: Deployments
  readonly database: Database
  readonly clock: Clock
  readonly metrics: Metrics
  readonly sessions: {
    authenticate(deployment: Deployment, accessToken: string): Promise<AccessTokenFound | null>
    playerOfSessionId(deployment: Deployment, value: string): Promise<number | null>
    clientsSecretOf(of: { readonly family: string; readonly playerId: number }): string
  }
  readonly passwords: {
    isFull(): boolean
    admit<T>(run: () => Promise<T>): Promise<T>
  }
}
