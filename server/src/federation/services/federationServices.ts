import type { FastifyBaseLogger } from 'fastify'
import type { Partners } from '../partner-protocol/partners.ts'
import type { Connections } from '../providers/connections.ts'
import type { CredentialStuffingDetector } from '../../auth/abuse/credentialStuffing.ts'
import type { RateLimiter } from '../../auth/abuse/rateLimiter.ts'
import type { Sessions } from '../../auth/session/sessions.ts'
import type { Database } from '../../database/connection/openDatabase.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PlayerSecrets } from '../../platform/crypto/playerSecret.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { LiveDeployments } from '../../tenants/liveDeployments.ts'
import type { AccountEvents } from '../../webhooks/accountEvents.ts'

/** The services that partners and connections need. */
export interface FederationServices {
  readonly clock: Clock
  readonly connections: Connections
  readonly credentialStuffing: CredentialStuffingDetector
  readonly database: Database
  readonly deployments: LiveDeployments
  readonly events: AccountEvents
  readonly key: ServerKey
  readonly log: FastifyBaseLogger
  readonly outbox: Outbox
  readonly partners: Partners
  readonly rateLimiter: RateLimiter
  readonly secrets: PlayerSecrets
  readonly sessions: Sessions
}
