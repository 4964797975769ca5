import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/connection/openDatabase.ts'
import type { Uploads } from '../../accounts/uploads/uploads.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PlayerSecrets } from '../../platform/crypto/playerSecret.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { LiveDeployments } from '../../tenants/liveDeployments.ts'
import type { AccountEvents } from '../../webhooks/accountEvents.ts'
import type { KeyMaker } from '../../oidc/keys/signingKeys.ts'

/** The services of the commands. */
export interface OperatorServices {
  readonly clock: Clock
  readonly database: Database
  readonly deployments: LiveDeployments
  readonly events: AccountEvents
  readonly key: ServerKey
  readonly log: FastifyBaseLogger
  readonly makeKey: KeyMaker
  readonly outbox: Outbox
  readonly secrets: PlayerSecrets
  readonly settings: Settings
  readonly uploads: Uploads
}
