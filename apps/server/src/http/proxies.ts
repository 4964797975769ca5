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

/** The host that a sender means, as it is known here, or null. */
type HostMeant = (host: string) => string | null

/**
 * Takes from trusted proxies what the settings allow, before anything else reads it, and writes host
 * and addresses as everything after it knows them. Refuses a request whose sender a trusted proxy
 * names unreadably: limits and bans would count for no address.
 */
export function applyTrustedProxyHeaders(
  app: FastifyInstance,
  settings: Trust,
  hostMeant: HostMeant,
): void {
  app.decorateRequest('senderIp', '')
  app.addHook('onRequest', (request, _, done) => {
    readHost(request, settings, hostMeant)
    request.senderIp = senderIpOf(request)
    done()
  })
}

/** Many proxies pass a visitor's own header on, and the host decides about the deployment. */
export function readHost({ raw: { headers } }: FastifyRequest, settings: Trust, meant: HostMeant) {
  if (!settings.TRUST_FORWARDED_HOST) delete headers['x-forwarded-host']
  // Of several proxies the last one is ours.
  const forwarded = String(headers['x-forwarded-host'] ?? '').split(',')
  const host = meant(forwarded.at(-1)?.trim() ?? '')
  if (host !== null) headers['x-forwarded-host'] = host
  const named = meant(headers.host ?? '')
  if (named !== null) headers.host = named
}

/** An IPv4 address that came through an IPv6 socket, in its own notation. */
export function plainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/**
 * An address as a proxy may write it: with a port, or in the brackets of IPv6 (Azure, RFC 7239).
 * Another text stays as it is.
 */
function withoutPort(text: string): string {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text.trim())
  return bare?.[1] ?? bare?.[2] ?? text
}

function senderIpOf(request: FastifyRequest): string {
  const { headers } = request.raw
  const forwarded = headers['x-forwarded-for']
  if (forwarded !== undefined) {
    headers['x-forwarded-for'] = String(forwarded).split(',').map(withoutPort).join(',')
  }
  try {
    const { ip } = request
    if (isIP(ip) !== 0) return plainIp(ip)
  } catch {
    // The parser of the list throws at an unreadable one between readable ones.
  }
  throw refuse('INVALID_REQUEST')
}
