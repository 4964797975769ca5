import type { FastifyBaseLogger } from 'fastify'
import type { Oidc } from './createOidc.ts'
import type { AuthServices } from '../auth/services/authServices.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import type { RenderPage } from '../http/renderPage.ts'
import type { KeyMaker } from './keys/signingKeys.ts'

/** The services of the OpenID provider. */
export interface OidcServices extends Pick<
  AuthServices,
  'clock' | 'database' | 'deployments' | 'events' | 'key' | 'rateLimiter' | 'sessions'
> {
  readonly jobs: Jobs
  readonly log: FastifyBaseLogger
  readonly makeKey: KeyMaker
  readonly oidc: Oidc
  readonly renderPage: RenderPage
}
