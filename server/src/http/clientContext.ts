import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whoever sent a request, as far as the connection tells. */
export interface ClientContext {
  readonly ip: string
  /** What limits count by: the address, or the whole /64 that one IPv6 customer has. */
  readonly address: string
  readonly userAgent: string
  /** The secret half of a session, out of its cookie; null without one. */
  readonly sessionSecret: string | null
  /** What is noted in the browser about players who logged in from it; null without a note. */
  readonly knownBrowserCookie: string | null
  /** The secret of a journey to a partner that set out from this browser; null without one. */
  readonly flowCookie: string | null
  /** Whether somebody has said in this browser, within a day, to be too young for an account. */
  readonly hasAgeGate: boolean
  /** Whether nothing is to be told from memory, as a browser asks it for the portal at every call. */
  readonly asksAnew: boolean
  /** What the sender calls this try of something, however often it is sent; null without a name. */
  readonly idempotencyKey: string | null
}

/** Whether a request wants nothing told from memory. */
export function asksAnew({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['cache-control']?.includes('no-cache') === true
}

/** An IPv4 address that came through an IPv6 socket, in its own notation. */
export function plainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** The address that limits count by. */
export function addressOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const start = groupsOf(head)
  const missing = tail === undefined ? 0 : 8 - start.length - groupsOf(tail).length
  const groups = [
    ...start,
    ...Array<string>(Math.max(0, missing)).fill('0'),
    ...groupsOf(tail ?? ''),
  ]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
