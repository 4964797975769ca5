import { isIPv6 } from 'node:net'
import type { Language } from '@gatehouse/contract/languages'
import type { FastifyRequest } from 'fastify'

/** The sender of a request, by its connection and headers. */
export interface ClientContext {
  readonly ip: string
  /** The subject of limits: the address, or the whole /64 that one IPv6 customer has. */
  readonly address: string
  readonly userAgent: string
  /** The language of the answer to a visitor who has stored none; one of the deployment's. */
  readonly language: Language
  /** The secret half of a session, from its cookie; null without one. */
  readonly sessionSecret: string | null
  /** The players that logged in from this browser, signed; null without any. */
  readonly knownBrowserCookie: string | null
  /** The secret that binds a second step to this browser; null without one. */
  readonly stepCookie: string | null
  /** What lets players skip their second step in this browser; null without any. */
  readonly trustCookie: string | null
  /** The secret that binds a partner's callback to this browser; null without one. */
  readonly flowCookie: string | null
  /**
   * True when a visitor of this browser entered a date of birth below the minimum age within a day.
   */
  readonly hasAgeGate: boolean
  /** The same for every repetition of one request; null without one. */
  readonly idempotencyKey: string | null
  /** The solution of a proof of work that a refusal asked for; null without one. */
  readonly proofOfWork: string | null
}

/** Where a request came from, for the calls that have no context of their own. */
export function senderOf({
  ip,
  headers,
}: Pick<FastifyRequest, 'ip' | 'headers'>): Pick<ClientContext, 'ip' | 'userAgent'> {
  return { ip: plainIp(ip), userAgent: (headers['user-agent'] ?? '').slice(0, 300) }
}

/** An IPv4 address that came through an IPv6 socket, in its own notation. */
export function plainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** Returns whether a text is an IP address, of either version. */
export function isAddress(text: string): boolean {
  const isIPv4 = /^\d+(?:\.\d+){3}$/.test(text) && isIPv6(`::ffff:${text}`)
  return isIPv4 || isIPv6(text)
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
