import type { FastifyBaseLogger } from 'fastify'
import type { Oidc } from './createOidc.ts'
import type { RateLimiter } from '../auth/abuse/rateLimiter.ts'
import type { AccountEvents } from '../webhooks/accountEvents.ts'
import type { Sessions } from '../auth/session/sessions.ts'
import type { Database } from '../database/connection/openDatabase.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'
import type { Clock } from '../platform/clock.ts'
import type { RenderPage } from '../http/renderPage.ts'
import type { LiveDeployments } from '../tenants/liveDeployments.ts'
import type { KeyMaker } from './keys/signingKeys.ts'

/** The services of the OpenID provider. */
export interface OidcServices {
  readonly clock: Clock
  readonly database: Database
  readonly deployments: LiveDeployments
  readonly events: AccountEvents
  readonly jobs: Jobs
  readonly key: ServerKey
  readonly log: FastifyBaseLogger
  readonly makeKey: KeyMaker
  readonly oidc: Oidc
  readonly rateLimiter: RateLimiter
  readonly renderPage: RenderPage
  readonly sessions: Sessions
}
