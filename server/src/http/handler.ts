import type { CallName, calls } from '@gatehouse/contract/calls'
import type { Rules } from '@gatehouse/contract/environments'
import type { ErrorItem } from '@gatehouse/contract/errors'
import type { AnswerOf, InputOf } from '@gatehouse/contract/schemas'
import type { AccessTokenFound } from '../database/auth/sessions.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { Refuse } from '../platform/apiError.ts'
import type { SecurityEvent } from '../platform/observability/securityLog.ts'
import type { Services } from '../services.ts'
import type { ClientContext } from './clientContext.ts'

type CallerOf<N extends CallName> = {
  anyone: null
  key: null
  player: AccessTokenFound
  either: AccessTokenFound | null
}[(typeof calls)[N]['caller']]

/** What a handler may do to its answer besides its body. */
export interface Answering {
  /** 200 where the row would say 201: nothing was made. */
  answerOk(): void
  setSessionCookie(root: string): void
  /** Lets the browser sign in at sites as long as the session lives. */
  setClientsCookie(family: string): void
  clearSessionCookies(): void
  /** Gives the browser the secret of its journeys to a partner. */
  setFlowCookie(secret: string): void
  /** Notes in the browser that a player was just proven in it. */
  setKnownBrowserCookie(playerId: number): void
  /** Notes in the browser, for a day, that somebody said to be too young. */
  setAgeGateCookie(): void
}

/** One call on its way: what was asked, by whom, where, and with what it can be answered. */
export interface CallContext<N extends CallName> {
  readonly input: InputOf<N>
  /** Faults of the input; only handlers that collect faults ever see one. */
  readonly inputErrors: readonly ErrorItem[]
  readonly deployment: Deployment
  readonly rules: Rules
  readonly services: Services
  readonly caller: CallerOf<N>
  readonly visitor: ClientContext
  readonly answering: Answering
  readonly refuse: Refuse<N>
  /** Writes a line to the security log. */
  readonly report: (event: SecurityEvent, playerId?: number | null) => void
}

export interface Handler<N extends CallName = CallName> {
  readonly name: N
  /** Faults of single fields are the handler's to answer, together with those that it finds. */
  readonly collectsErrors: boolean
  /** It comes to a password's hash for everybody: only so many are under way at once. */
  readonly costsHash: boolean
  readonly run: (context: CallContext<N>) => Promise<AnswerOf<N>>
}

/** A handler of a call: its input, answer and refusals are those of the call's row. */
export function handler<N extends CallName>(
  name: N,
  run: (context: CallContext<N>) => Promise<AnswerOf<N>>,
  {
    collectsErrors = false,
    costsHash = false,
  }: { readonly collectsErrors?: boolean; readonly costsHash?: boolean } = {},
): Handler<N> {
  return { name, run, collectsErrors, costsHash }
}
