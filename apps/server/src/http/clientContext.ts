import { isIPv6 } from 'node:net'
import { idempotencyKeyHeader, proofOfWorkHeader } from '@gatehouse/contract/headers'
import { offerOf } from '@gatehouse/contract/languages'
import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployments/deployments.ts'
import { type OwnCookie, readCookie } from './cookies.ts'
import { negotiateLanguage } from './negotiateLanguage.ts'

/** What calls may know of the sender of a request. */
export type ClientContext = ReturnType<typeof clientContextOf>

/**
 * The sender of a request, by its connection and headers. A cookie or header that is not there is
 * null. Each part is read when it is asked for: most calls need few of them. `opened` is the secret of a
 * session that this request has just opened.
 */
export function clientContextOf(
  request: FastifyRequest,
  deployment: Deployment,
  opened: string | null = null,
) {
  const { ip, userAgent } = senderOf(request)
  const cookie = (name: OwnCookie) => readCookie(request, deployment, name)
  return {
    ip,
    userAgent,
    /** A cookie of the deployment in this browser. */
    cookie,
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
      return opened ?? cookie('session')
    },
    /** The same for every repetition of one request. */
    get idempotencyKey() {
      return [request.headers[idempotencyKeyHeader]].flat()[0] || null
    },
    /** The solution of a proof of work that a refusal asked for. */
    get proofOfWork() {
      return [request.headers[proofOfWorkHeader]].flat()[0] || null
    },
  } as const
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
