import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Deployment } from '../deployments/deployments.ts'
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

/** The cookies that handlers set and clear one by one. */
type HandlersCookie = Extract<OwnCookie, 'age' | 'flow' | 'registration' | 'step' | 'trust'>

export type CallResponse = ReturnType<typeof callResponse>

/** The parts of a response that a handler may set besides its body. */
export function callResponse(
  { sessions, addKnownBrowser, onSession }: ResponseMaterials,
  reply: FastifyReply,
  deployment: Deployment,
  { cookie: cookieOf }: Pick<ClientContext, 'cookie'>,
) {
  return {
    /** Acts once the answer has left, which takes no longer by it. */
    afterwards: (act: () => void): void => void finished(reply.raw, () => act()),
    /** Answers 200 instead of the row's 201: no account was made. */
    answerOk: (): void => void reply.code(200),
    set: (cookie: HandlersCookie, value: string) => setCookie(reply, deployment, cookie, value),
    clear: (cookie: HandlersCookie) => clearCookie(reply, deployment, cookie),
    /** Gives the browser both halves of a session: its secret, and the id that the portal reads. */
    setSessionCookies(secret: string, sessionId: string): void {
      onSession(secret)
      setCookie(reply, deployment, 'session', secret)
      setCookie(reply, deployment, 'identity', sessionId)
    },
    /** Lets the browser sign in at clients as long as the session lives. */
    setClientsCookie: (of: FamilyOfPlayer) =>
      setCookie(reply, deployment, 'sites', sessions.clientsSecretOf(of)),
    clearSessionCookies(): void {
      // The player's unfinished linking ends, too.
      for (const cookie of ['flow', 'session', 'identity', 'sites'] as const) {
        clearCookie(reply, deployment, cookie)
      }
      // Cached pages and answers go with the session, so that Back shows none of them. Browsers obey
      // this over https only.
      if (deployment.isSecure) reply.header('clear-site-data', '"cache"')
    },
    /** Makes this a known browser of the player, by a note with a given id or a new one. */
    setKnownBrowserCookie(playerId: number, note?: string): void {
      const known = addKnownBrowser(cookieOf('browser'), deployment, playerId, note)
      setCookie(reply, deployment, 'browser', known)
    },
  } as const
}
