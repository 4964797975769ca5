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
 * null. Each part is read when it is asked for: most calls need few of them.
 */
export function clientContextOf(request: FastifyRequest, deployment: Deployment) {
  const { ip, userAgent } = senderOf(request)
  return {
    ip,
    userAgent,
    /** The subject of limits: the address, or the whole /64 that one IPv6 customer has. */
    get address() {
      return addressOf(ip)
    },
    /** The language of the answer to a visitor who has stored none; one of the deployment's. */
    get language() {
      return negotiateLanguage(request, offerOf(deployment.configuration))
    },
    /** The secret half of a session. */
    get sessionSecret() {
      return readCookie(request, deployment, 'session')
    },
    /** The secret by which clients know the browser. */
    get sitesCookie() {
      return readCookie(request, deployment, 'sites')
    },
    /** The players that logged in from this browser, signed. */
    get knownBrowserCookie() {
      return readCookie(request, deployment, 'browser')
    },
    /** The secret that binds a second step to this browser. */
    get stepCookie() {
      return readCookie(request, deployment, 'step')
    },
    /** The secret of the last registration in this browser. */
    get registrationCookie() {
      return readCookie(request, deployment, 'registration')
    },
    /** Lets players skip their second step in this browser. */
    get trustCookie() {
      return readCookie(request, deployment, 'trust')
    },
    /** The secret that binds a partner's callback to this browser. */
    get flowCookie() {
      return readCookie(request, deployment, 'flow')
    },
    /**
     * True when a visitor of this browser entered a date of birth below the minimum age within a
     * day.
     */
    get hasAgeGate() {
      return readCookie(request, deployment, 'age') !== null
    },
    /** The same for every repetition of one request. */
    get idempotencyKey() {
      return [request.headers[idempotencyKeyHeader]].flat()[0] || null
    },
    /** The solution of a proof of work that a refusal asked for. */
    get proofOfWork() {
      return [request.headers[proofOfWorkHeader]].flat()[0] || null
    },
  }
}

/** The source of a request, for the calls that have no other context. */
export function senderOf({ senderIp: ip, headers }: Pick<FastifyRequest, 'senderIp' | 'headers'>) {
  return { ip, userAgent: (headers['user-agent'] ?? '').slice(0, 300) }
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
