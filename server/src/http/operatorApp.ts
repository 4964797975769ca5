import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { listen } from './listen.ts'
import { mountHealth, mountMetrics } from './health.ts'
import type { Services } from '../services.ts'

/** Health and metrics on an operator's own port and address; null without OPERATOR_PORT. */
export async function createOperatorApp(services: Services): Promise<FastifyInstance | null> {
  const { OPERATOR_PORT: port, OPERATOR_HOST: host } = services.settings
  if (port === undefined) return null
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  mountHealth(app, services)
  mountMetrics(app, services)
  await listen(app, { port, host }, 'OPERATOR_PORT, OPERATOR_HOST')
  return app
}
