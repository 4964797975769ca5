import type { CallName, AnswerOf, calls, InputOf } from '@gatehouse/contract/calls'
import type { IpBanScope } from '@gatehouse/contract/calls/row'
import type { Rules } from '@gatehouse/contract/environments'
import type { ErrorItem } from '@gatehouse/contract/errorItems'
import type { AccessTokenFound } from '../database/auth/sessions.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { Refuse } from '../platform/apiError.ts'
import type { EventFields, SecurityEvent } from '../platform/observability/events.ts'
import type { ClientContext } from './clientContext.ts'

type CallerOf<N extends CallName> = {
  anyone: null
  key: null
  player: AccessTokenFound
  either: AccessTokenFound | null
}[(typeof calls)[N]['caller']]

/** The parts of a response that a handler may set besides its body. */
export interface CallResponse {
  /** Answers 200 instead of the row's 201: no account was made. */
  answerOk(): void
  setSessionCookie(secret: string): void
  /** Lets the browser sign in at clients as long as the session lives. */
  setClientsCookie(of: { readonly family: string; readonly playerId: number }): void
  clearSessionCookies(): void
  /** Binds a partner's callback to this browser. */
  setFlowCookie(secret: string): void
  /** Makes this a known browser of the player, by a note with a given id or a new one. */
  setKnownBrowserCookie(playerId: number, note?: string): void
  /** Binds a second step to this browser. */
  setStepCookie(secret: string): void
  clearStepCookie(): void
  /** Lets players skip their second step in this browser. */
  setTrustCookie(trust: string): void
  /** Remembers for a day that a visitor of this browser is too young. */
  setAgeGateCookie(): void
}

/** One call: its input, its caller, its deployment, and the services of the handler's room. */
export interface CallContext<N extends CallName, S> {
  readonly input: InputOf<N>
  /** Filled only for handlers that collect errors. */
  readonly inputErrors: readonly ErrorItem[]
  readonly deployment: Deployment
  readonly rules: Rules
  readonly services: S
  readonly caller: CallerOf<N>
  readonly clientContext: ClientContext
  readonly response: CallResponse
  readonly refuse: Refuse<N>
  /** Writes a line to the security log. */
  readonly report: <E extends SecurityEvent>(
    event: E,
    playerId?: number | null,
    fields?: EventFields<E>,
  ) => void
  /**
   * Refuses an address with an IP ban of the row. `scope` is the ban's, where the handler has
   * already read it. Only handlers that check the ban themselves call this.
   */
  readonly refuseBannedIp: (scope?: IpBanScope | null) => Promise<void>
}

export interface HandlerOptions {
  /** The handler answers errors of single fields together with those that it finds. */
  readonly collectsErrors?: boolean
  /** The handler calls `refuseBannedIp` itself, because another check must come first. */
  readonly checksIpBan?: boolean
}

export interface Handler<N extends CallName, S> extends Required<HandlerOptions> {
  readonly name: N
  readonly run: (context: CallContext<N, S>) => Promise<AnswerOf<N>>
}

/** The handler of every call, under the call's name. */
export type Handlers<S> = { readonly [N in CallName]: Handler<N, S> }

/** Makes the `handler` of a room: its handlers get only these services. */
export function handlerFor<S>() {
  return <N extends CallName>(
    name: N,
    run: (context: CallContext<N, S>) => Promise<AnswerOf<N>>,
    { collectsErrors = false, checksIpBan = false }: HandlerOptions = {},
  ): Handler<N, S> => ({ name, run, collectsErrors, checksIpBan })
}
