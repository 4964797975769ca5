import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { FastifyBaseLogger } from 'fastify'
import type { Deployment } from '../../deployments/deployments.ts'
import { UnreachableError } from '../../platform/http-client/outbound.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { type GameProof, NotVerifiedError } from '../providers/connectionProvider.ts'
import type { Connections } from '../providers/connections.ts'

/**
 * Returns a function that asks a service about the token of a game's player. It answers the account, or
 * why there is none.
 */
export function createGameProofs(
  { providers }: Pick<Connections, 'providers'>,
  log: FastifyBaseLogger,
) {
  return async (
    deployment: Deployment,
    service: IdentityProviderName,
    token: string,
    gameId: string | undefined,
  ): Promise<GameProof | 'denied' | 'unreachable'> => {
    const { verifyToken } = providers[service]
    if (!verifyToken) throw new Error(`${identityProviderOf(service).title} verifies no tokens.`)
    try {
      return await verifyToken(deployment, token, gameId)
    } catch (error) {
      // The messages alone are logged: other properties of an error may hold tokens.
      const { message: reason } = error as Error
      const about = { provider: service, deployment: deployment.name, reason }
      if (error instanceof NotVerifiedError) {
        logEvent(log, 'connection.not_verified', about)
        return 'denied'
      }
      if (!(error instanceof UnreachableError)) throw error
      logEvent(log, 'identity_provider.unreachable', about)
      return 'unreachable'
    }
  }
}
