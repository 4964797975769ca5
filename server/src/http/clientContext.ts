import { isIPv6 } from 'node:net'
import { idempotencyKeyHeader, proofOfWorkHeader } from '@gatehouse/contract/headers'
import { offerOf } from '@gatehouse/contract/languages'
import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import { type OwnCookie, readCookie } from './cookies.ts'
import { negotiateLanguage } from './negotiateLanguage.ts'

/** What calls may know of the sender of a request. */
export type ClientContext = Pick<RequestSender, keyof RequestSender>

/** `sessionSecret` is the secret of a session that this request has just opened. */
export function clientContextOf(
  request: FastifyRequest,
  deployment: Deployment,
  sessionSecret: string | null = null,
): ClientContext {
  return new RequestSender(request, deployment, sessionSecret)
}

/**
 * The sender of a request, by its connection and headers. A cookie or header that is not there is
 * null. Each part is read when it is asked for: most calls need few of them.
 */
class RequestSender {
  readonly ip: string
  readonly userAgent: string
  readonly #request: FastifyRequest
  readonly #deployment: Deployment
  readonly #openedSecret: string | null

  constructor(request: FastifyRequest, deployment: Deployment, openedSecret: string | null) {
    const { ip, userAgent } = senderOf(request)
    this.ip = ip
    this.userAgent = userAgent
    this.#request = request
    this.#deployment = deployment
    this.#openedSecret = openedSecret
  }

  /** The subject of limits: the address, or the whole /64 that one IPv6 customer has. */
  get address() {
    return addressOf(this.ip)
  }

  /** The language of the answer to a visitor who has stored none; one of the deployment's. */
  get language() {
    return negotiateLanguage(this.#request, offerOf(this.#deployment.configuration))
  }

  /** The secret half of a session. */
  get sessionSecret() {
    return this.#openedSecret ?? this.#cookie('session')
  }

  /** The secret by which clients know the browser. */
  get sitesCookie() {
    return this.#cookie('sites')
  }

  /** The players that logged in from this browser, signed. */
  get knownBrowserCookie() {
    return this.#cookie('browser')
  }

  /** The secret that binds a second step to this browser. */
  get stepCookie() {
    return this.#cookie('step')
  }

  /** The secret of the last registration in this browser. */
  get registrationCookie() {
    return this.#cookie('registration')
  }

  /** Lets players skip their second step in this browser. */
  get trustCookie() {
    return this.#cookie('trust')
  }

  /** The secret that binds a partner's callback to this browser. */
  get flowCookie() {
    return this.#cookie('flow')
  }

  /**
   * True when a visitor of this browser entered a date of birth below the minimum age within a
   * day.
   */
  get hasAgeGate() {
    return this.#cookie('age') !== null
  }

  /** The same for every repetition of one request. */
  get idempotencyKey() {
    return [this.#request.headers[idempotencyKeyHeader]].flat()[0] || null
  }

  /** The solution of a proof of work that a refusal asked for. */
  get proofOfWork() {
    return [this.#request.headers[proofOfWorkHeader]].flat()[0] || null
  }

  #cookie(name: OwnCookie): string | null {
    return readCookie(this.#request, this.#deployment, name)
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
