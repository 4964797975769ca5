import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../platform/apiError.ts'
import type { Settings } from '../platform/config/settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the sender, read once: behind proxies that is a list to parse. */
    senderIp: string
  }
}

type Trust = Pick<Settings, 'TRUST_FORWARDED_HOST'>

/**
 * Takes from trusted proxies what the settings allow, before anything else reads it. Refuses a request
 * whose sender a trusted proxy names unreadably: limits and bans would count for no address.
 */
export function applyTrustedProxyHeaders(app: FastifyInstance, settings: Trust): void {
  app.decorateRequest('senderIp', '')
  app.addHook('onRequest', (request, _, done) => {
    removeUntrustedHost(request, settings)
    request.senderIp = senderIpOf(request)
    done()
  })
}

/** Many proxies pass a visitor's own header on, and the host decides about the deployment. */
export function removeUntrustedHost({ raw }: FastifyRequest, settings: Trust): void {
  if (!settings.TRUST_FORWARDED_HOST) delete raw.headers['x-forwarded-host']
}

/** An IPv4 address that came through an IPv6 socket, in its own notation. */
export function plainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

function senderIpOf(request: FastifyRequest): string {
  try {
    const { ip } = request
    if (isIP(ip) !== 0) return plainIp(ip)
  } catch {
    // The parser of the list throws at an unreadable one between readable ones.
  }
  throw refuse('INVALID_REQUEST')
}
