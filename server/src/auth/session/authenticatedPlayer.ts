import type { Player } from '../../database/accounts/players.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import type { CallResponse } from '../../http/callResponse.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PlayerSecrets } from '../../platform/crypto/playerSecret.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { EventLog } from '../../platform/observability/events.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { CredentialStuffingDetector } from '../rate-limits/credentialStuffing.ts'
import type { RateLimiter } from '../rate-limits/rateLimiter.ts'
import type { Sessions } from './sessions.ts'

/** The player as read for the proof. What changed since makes the proof worth nothing. */
export type AuthenticatedPlayer = Pick<
  Player,
  | 'deployment'
  | 'id'
  | 'username'
  | 'email'
  | 'language'
  | 'trust_reset_at'
  | 'factors'
  | 'frozen_at'
>

/** What the door takes; every room that proves players has it. */
export interface EntryContext {
  readonly deployment: Deployment
  readonly services: {
    readonly clock: Clock
    readonly credentialStuffing: CredentialStuffingDetector
    readonly database: Database
    readonly key: ServerKey
    readonly log: EventLog
    readonly outbox: Outbox
    readonly rateLimiter: RateLimiter
    readonly secrets: PlayerSecrets
    readonly sessions: Sessions
  }
  readonly clientContext: ClientContext
  readonly response: CallResponse
  readonly report: (event: 'login.succeeded', playerId: number) => void
}
