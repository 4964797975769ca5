import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { camelCase, type CamelCase } from '@gatehouse/contract/identityProviderNames'
import type { Account } from '../../database/federation/connectionStatements.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Deployment, ConnectionCredentials } from '../../deployments/deployments.ts'

/** One request that sends a player to the pages of a service and back. */
export interface AuthorizationRequest {
  readonly deployment: Deployment
  /** The secret that the browser brings back. */
  readonly state: string
  /** The address of the portal that the service sends the browser back to, without a query. */
  readonly returnTo: string
}

/** A service that verifies a player's account. Every method throws UnreachableError. */
export interface ConnectionProvider {
  /** The address of the service's sign-in. */
  readonly authorizationUrl: (request: AuthorizationRequest) => Promise<string>
  /** The account of a callback; throws NotVerifiedError when the service denies it. */
  readonly complete: (
    request: AuthorizationRequest,
    answer: Readonly<Record<string, string>>,
  ) => Promise<Account>
  /**
   * The account of a token that a game has from the service; throws NotVerifiedError when the service
   * denies it. The game is that of the deployment's credentials, or `gameId`. Absent where games have
   * no tokens.
   */
  readonly verifyToken?: (
    deployment: Deployment,
    token: string,
    gameId: string | undefined,
  ) => Promise<GameProof>
  /**
   * The current state of at most 100 accounts; the service may leave some out. Absent where a
   * service answers nothing without the player.
   */
  readonly refresh?: (
    deployment: Deployment,
    accountIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Account | 'gone'>>
}

/** A proof of a game's player. */
export interface GameProof {
  readonly accountId: string
  /** The same for each spelling of the token. */
  readonly tokenId: string
  /** The moment until which a used token could be shown again. */
  readonly knownUntil: Date
}

/** The parts that providers are made of. */
export interface ProviderMaterials {
  readonly settings: Settings
  readonly key: Pick<ServerKey, 'flows'>
  readonly database: Database
  readonly clock: Clock
}

/** The file `<name>/<name>.ts` of each service exports one as `createProvider`. */
export type CreateProvider = (materials: ProviderMaterials) => ConnectionProvider

/** A service that was asked denies the browser's answer; the message has the reason. */
export class NotVerifiedError extends Error {
  override readonly name = 'NotVerifiedError'
}

/**
 * The credentials of a deployment at a service. Throws for a service without any: the caller has to
 * check that first.
 */
export function credentialsOf<N extends IdentityProviderName | 'redeemer'>(
  deployment: Deployment,
  service: N,
): NonNullable<ConnectionCredentials[CamelCase<N>]> {
  const credentials = deployment.connections[camelCase(service)]
  if (!credentials) throw new Error(`${deployment.name}: connections.${service} is missing.`)
  return credentials
}
