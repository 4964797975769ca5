import { isIPv6 } from 'node:net'
import { idempotencyKeyHeader, proofOfWorkHeader } from '@gatehouse/contract/headers'
import { offerOf } from '@gatehouse/contract/languages'
import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import { readCookie } from './cookies.ts'
import { negotiateLanguage } from './negotiateLanguage.ts'

export type ClientContext = Readonly<ReturnType<typeof clientContextOf>>

/**
 * The sender of a request, by its connection and headers. A cookie or header that is not there is
 * null.
 */
export function clientContextOf(request: FastifyRequest, deployment: Deployment) {
  const sender = senderOf(request)
  return {
    ...sender,
    /** The subject of limits: the address, or the whole /64 that one IPv6 customer has. */
    address: addressOf(sender.ip),
    /** The language of the answer to a visitor who has stored none; one of the deployment's. */
    language: negotiateLanguage(request, offerOf(deployment.configuration)),
    /** The secret half of a session. */
    sessionSecret: readCookie(request, deployment, 'session'),
    /** The players that logged in from this browser, signed. */
    knownBrowserCookie: readCookie(request, deployment, 'browser'),
    /** The secret that binds a second step to this browser. */
    stepCookie: readCookie(request, deployment, 'step'),
    /** The secret of the last registration in this browser. */
    registrationCookie: readCookie(request, deployment, 'registration'),
    /** Lets players skip their second step in this browser. */
    trustCookie: readCookie(request, deployment, 'trust'),
    /** The secret that binds a partner's callback to this browser. */
    flowCookie: readCookie(request, deployment, 'flow'),
    /**
     * True when a visitor of this browser entered a date of birth below the minimum age within a
     * day.
     */
    hasAgeGate: readCookie(request, deployment, 'age') !== null,
    /** The same for every repetition of one request. */
    idempotencyKey: [request.headers[idempotencyKeyHeader]].flat()[0] || null,
    /** The solution of a proof of work that a refusal asked for. */
    proofOfWork: [request.headers[proofOfWorkHeader]].flat()[0] || null,
  }
}

/** The source of a request, for the calls that have no other context. */
export function senderOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) {
  return { ip: plainIp(ip), userAgent: (headers['user-agent'] ?? '').slice(0, 300) }
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
