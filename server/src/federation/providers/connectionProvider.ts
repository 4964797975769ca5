import type { Account } from '../../database/federation/connections.ts'
import type { Database } from '../../database/connection/openDatabase.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../tenants/deployments.ts'

/** A player's way to the pages of a service and back. */
export interface AuthorizationRequest {
  readonly deployment: Deployment
  /** The secret that comes back with the player. */
  readonly state: string
  /** The address of the portal that the service sends the browser back to, without a query. */
  readonly returnTo: string
}

/** A service that proves which account is whose. Every method throws UnreachableError. */
export interface ConnectionProvider {
  /** Where the player goes to sign in to the service. */
  readonly authorizationUrl: (request: AuthorizationRequest) => Promise<string>
  /** The account that the browser came back from; throws NotVerifiedError when the service denies it. */
  readonly complete: (
    request: AuthorizationRequest,
    answer: Readonly<Record<string, string>>,
  ) => Promise<Account>
  /**
   * What the service says of at most 100 accounts by now; it may leave some out. Absent where the
   * service says nothing about accounts while their players are away.
   */
  readonly refresh?: (
    deployment: Deployment,
    accountIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Account | 'gone'>>
}

/** What providers are made of. */
export interface ProviderMaterials {
  readonly settings: Settings
  readonly key: Pick<ServerKey, 'flows'>
  readonly database: Database
  readonly clock: Clock
}

/** What the file `<name>/<name>.ts` of each service exports as `createProvider`. */
export type CreateProvider = (materials: ProviderMaterials) => ConnectionProvider
