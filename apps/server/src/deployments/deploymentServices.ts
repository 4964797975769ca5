import type { FastifyBaseLogger } from 'fastify'
import type { LiveDeployments } from './liveDeployments.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Clock } from '../platform/clock.ts'
import type { Settings } from '../platform/config/settings.ts'

/** The services of deployments. */
export interface DeploymentServices {
  readonly clock: Clock
  readonly database: Database
  readonly deployments: LiveDeployments
  readonly log: FastifyBaseLogger
  readonly settings: Settings
}
