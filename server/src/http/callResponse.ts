import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import type { ClientContext } from './clientContext.ts'
import { clearCookie, setCookie } from './cookies.ts'

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

export type CallResponse = ReturnType<typeof callResponseOf>

/** The parts of a response that a handler may set besides its body. */
export function callResponseOf(
  { sessions, addKnownBrowser, onSession }: ResponseMaterials,
  reply: FastifyReply,
  deployment: Deployment,
  { knownBrowserCookie }: ClientContext,
) {
  return {
    /** Acts once the answer has left, which takes no longer by it. */
    afterwards: (act: () => void) => void finished(reply.raw, () => act()),
    /** Answers 200 instead of the row's 201: no account was made. */
    answerOk: () => void reply.code(200),
    setSessionCookie(secret: string): void {
      onSession(secret)
      setCookie(reply, deployment, 'session', secret)
    },
    /** Lets the browser sign in at clients as long as the session lives. */
    setClientsCookie: (of: FamilyOfPlayer) =>
      setCookie(reply, deployment, 'sites', sessions.clientsSecretOf(of)),
    clearSessionCookies(): void {
      // The player's unfinished linking ends, too.
      clearCookie(reply, deployment, 'flow')
      clearCookie(reply, deployment, 'session')
      clearCookie(reply, deployment, 'sites')
      // Cached pages and answers go with the session, so that Back shows none of them. Browsers obey
      // this over https only.
      if (deployment.isSecure) reply.header('clear-site-data', '"cache"')
    },
    /** Binds a partner's callback to this browser. */
    setFlowCookie: (secret: string) => setCookie(reply, deployment, 'flow', secret),
    /** Makes this a known browser of the player, by a note with a given id or a new one. */
    setKnownBrowserCookie(playerId: number, note?: string): void {
      const value = addKnownBrowser(knownBrowserCookie, deployment, playerId, note)
      setCookie(reply, deployment, 'browser', value)
    },
    /** Binds a second step to this browser. */
    setStepCookie: (secret: string) => setCookie(reply, deployment, 'step', secret),
    clearStepCookie: () => clearCookie(reply, deployment, 'step'),
    /** Binds the account that was just registered to this browser. */
    setRegistrationCookie: (secret: string) => setCookie(reply, deployment, 'registration', secret),
    clearRegistrationCookie: () => clearCookie(reply, deployment, 'registration'),
    /** Lets players skip their second step in this browser. */
    setTrustCookie: (trust: string) => setCookie(reply, deployment, 'trust', trust),
    /** Remembers for a day that a visitor of this browser is too young. */
    setAgeGateCookie: () => setCookie(reply, deployment, 'age', '1'),
  }
}
