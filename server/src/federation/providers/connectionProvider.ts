import type { Account } from '../../database/federation/connections.ts'
import type { Deployment } from '../../tenants/deployments.ts'

/** A player's way to the pages of a service and back. */
export interface AuthorizationRequest {
  readonly deployment: Deployment
  /** The secret that comes back with the player. */
  readonly state: string
  /** The address of the portal that the service sends the browser back to, without a query. */
  readonly returnTo: string
}

/** A service that proves whose account is whose. Every method throws Unreachable. */
export interface ConnectionProvider {
  /** Where the player goes to sign in to the service. */
  readonly authorizationUrl: (journey: AuthorizationRequest) => Promise<string>
  /** The account that the browser came back from; throws NotProven when the service denies it. */
  readonly complete: (
    journey: AuthorizationRequest,
    answer: Readonly<Record<string, string>>,
  ) => Promise<Account>
  /** Whether the service tells about accounts while their players are away. */
  readonly canRefresh: (deployment: Deployment) => boolean
  /** What the service says of at most 100 accounts by now; it may leave some out. */
  readonly refresh: (
    deployment: Deployment,
    accountIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Account | 'gone'>>
}
