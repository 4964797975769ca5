import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../database/connection/openDatabase.ts'
import type { Deployments } from '../tenants/deployments.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import type { RateLimiter } from '../auth/abuse/rateLimiter.ts'
import type { RenderPage } from '../http/renderPage.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'
import type { Sessions } from '../auth/session/sessions.ts'
import type { KeyMaker } from './keys/signingKeys.ts'

/** The parts that single sign-on needs. */
export interface OidcMaterials {
  readonly deployments: Deployments
  readonly database: Database
  readonly clock: Clock
  readonly key: ServerKey
  readonly makeKey: KeyMaker
  readonly sessions: Sessions
  readonly rateLimiter: RateLimiter
  readonly jobs: Jobs
  readonly renderPage: RenderPage
  readonly log: FastifyBaseLogger
}
