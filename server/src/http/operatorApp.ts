import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { listen } from './listen.ts'
import { documentApi } from './documentApi.ts'
import { mountHealth, mountMetrics } from './health.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Drain } from './drain.ts'
import type { Settings } from '../platform/config/settings.ts'
import type { Metrics } from '../platform/observability/metrics.ts'

interface OperatorAppServices {
  readonly database: Database
  readonly drain: Drain
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly settings: Settings
}

/**
 * Health, metrics and the API documentation on an operator's own port and address; null without
 * OPERATOR_PORT.
 */
export async function createOperatorApp(
  services: OperatorAppServices,
): Promise<FastifyInstance | null> {
  const { OPERATOR_PORT: port, OPERATOR_HOST: host, API_DOCS } = services.settings
  if (port === undefined) return null
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  mountHealth(app, services)
  mountMetrics(app, services)
  if (API_DOCS) documentApi(app)
  await listen(app, { port, host }, 'OPERATOR_PORT, OPERATOR_HOST')
  return app
}
