import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import type { ClientContext } from './clientContext.ts'
import { clearCookie, type OwnCookie, setCookie } from './cookies.ts'

interface FamilyOfPlayer {
  readonly family: string
  readonly playerId: number
}

export interface ResponseMaterials {
  readonly sessions: { clientsSecretOf(of: FamilyOfPlayer): string }
  /** The known-browser cookie with one more player. */
  readonly addKnownBrowser: (
    cookie: string | null,
    deployment: Deployment,
    playerId: number,
    note?: string,
  ) => string
  readonly onSession: (secret: string) => void
}

/** The parts of a response that a handler may set besides its body. */
export class CallResponse {
  readonly #materials: ResponseMaterials
  readonly #reply: FastifyReply
  readonly #deployment: Deployment
  readonly #clientContext: ClientContext

  constructor(
    materials: ResponseMaterials,
    reply: FastifyReply,
    deployment: Deployment,
    clientContext: ClientContext,
  ) {
    this.#materials = materials
    this.#reply = reply
    this.#deployment = deployment
    this.#clientContext = clientContext
  }

  /** Acts once the answer has left, which takes no longer by it. */
  afterwards(act: () => void): void {
    void finished(this.#reply.raw, () => act())
  }

  /** Answers 200 instead of the row's 201: no account was made. */
  answerOk(): void {
    this.#reply.code(200)
  }

  /** Gives the browser both halves of a session: its secret, and the id that the portal reads. */
  setSessionCookies(secret: string, sessionId: string): void {
    this.#materials.onSession(secret)
    this.#set('session', secret)
    this.#set('identity', sessionId)
  }

  /** Lets the browser sign in at clients as long as the session lives. */
  setClientsCookie(of: FamilyOfPlayer): void {
    this.#set('sites', this.#materials.sessions.clientsSecretOf(of))
  }

  clearSessionCookies(): void {
    // The player's unfinished linking ends, too.
    this.#clear('flow')
    this.#clear('session')
    this.#clear('identity')
    this.#clear('sites')
    // Cached pages and answers go with the session, so that Back shows none of them. Browsers obey
    // this over https only.
    if (this.#deployment.isSecure) this.#reply.header('clear-site-data', '"cache"')
  }

  /** Binds a partner's callback to this browser. */
  setFlowCookie(secret: string): void {
    this.#set('flow', secret)
  }

  /** Makes this a known browser of the player, by a note with a given id or a new one. */
  setKnownBrowserCookie(playerId: number, note?: string): void {
    const { knownBrowserCookie } = this.#clientContext
    const { addKnownBrowser } = this.#materials
    this.#set('browser', addKnownBrowser(knownBrowserCookie, this.#deployment, playerId, note))
  }

  /** Binds a second step to this browser. */
  setStepCookie(secret: string): void {
    this.#set('step', secret)
  }

  clearStepCookie(): void {
    this.#clear('step')
  }

  /** Binds the account that was just registered to this browser. */
  setRegistrationCookie(secret: string): void {
    this.#set('registration', secret)
  }

  clearRegistrationCookie(): void {
    this.#clear('registration')
  }

  /** Lets players skip their second step in this browser. */
  setTrustCookie(trust: string): void {
    this.#set('trust', trust)
  }

  /** Remembers for a day that a visitor of this browser is too young. */
  setAgeGateCookie(): void {
    this.#set('age', '1')
  }

  #set(cookie: OwnCookie, value: string): void {
    setCookie(this.#reply, this.#deployment, cookie, value)
  }

  #clear(cookie: OwnCookie): void {
    clearCookie(this.#reply, this.#deployment, cookie)
  }
}
