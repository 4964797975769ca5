import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../platform/apiError.ts'
import type { Settings } from '../platform/config/settings.ts'

type Trust = Pick<Settings, 'TRUST_FORWARDED_HOST'>

/**
 * Takes from trusted proxies what the settings allow, before anything else reads it. Refuses a request
 * whose sender a trusted proxy names unreadably: limits and bans would count for no address.
 */
export function applyTrustedProxyHeaders(app: FastifyInstance, settings: Trust): void {
  app.addHook('onRequest', async (request) => {
    removeUntrustedHost(request, settings)
    if (!hasSender(request)) throw refuse('INVALID_REQUEST')
  })
}

/** Many proxies pass a visitor's own header on, and the host decides about the deployment. */
export function removeUntrustedHost({ raw }: FastifyRequest, settings: Trust): void {
  if (!settings.TRUST_FORWARDED_HOST) delete raw.headers['x-forwarded-host']
}

function hasSender(request: FastifyRequest): boolean {
  try {
    return isIP(request.ip) !== 0
  } catch {
    // The parser of the list throws at an unreadable one between readable ones.
    return false
  }
}
