import type { CanonicalName } from '@gatehouse/contract/entities'
import type { ErrorCode } from '@gatehouse/contract/errors'
import type { CallName, AnswerOf, calls, InputOf } from '@gatehouse/contract/calls'
import type { IpBanScope } from '@gatehouse/contract/calls/row'
import type { Rules } from '@gatehouse/contract/environments'
import type { ErrorItem } from '@gatehouse/contract/errorItems'
import type { AccessTokenFound } from '../database/auth/sessionStatements.ts'
import type { Deployment, Deployments } from '../deployments/deployments.ts'
import type { Refuse } from '../platform/apiError.ts'
import type { EventFields, SecurityEvent } from '../platform/observability/events.ts'
import type { CallResponse } from './callResponse.ts'
import type { ClientContext } from './clientContext.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/observability/metrics.ts'

type CallerOf<N extends CallName> = {
  anyone: null
  key: null
  player: AccessTokenFound
  either: AccessTokenFound | null
}[(typeof calls)[N]['caller']]

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
  /** Says in the support note what the refusal is about. The answer is the same with and without it. */
  readonly concerns: (refused: Concerned) => void
}

/** What a refusal is about, for the support alone. */
export interface Concerned {
  /** The account that was tried, or that stands in the way. */
  readonly playerId?: number | undefined
  /** The code of the true cause, where the answer conceals it. */
  readonly cause?: ErrorCode | undefined
  /** The service whose account was to be linked. */
  readonly service?: CanonicalName
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

export type Handlers<S> = { readonly [N in CallName]: Handler<N, S> }

/** Makes the `handler` of a room: its handlers get only these services. */
export function handlerFor<S>() {
  return <N extends CallName>(
    name: N,
    run: (context: CallContext<N, S>) => Promise<AnswerOf<N>>,
    { collectsErrors = false, checksIpBan = false }: HandlerOptions = {},
  ): Handler<N, S> => ({ name, run, collectsErrors, checksIpBan })
}

/** The services of the mount, in addition to those of the handlers. */
export interface RouteServices {
  readonly deployments: Deployments
  readonly database: Database
  readonly clock: Clock
  readonly metrics: Metrics
  readonly sessions: {
    authenticate(deployment: Deployment, accessToken: string): Promise<AccessTokenFound | null>
    playerOfSessionId(deployment: Deployment, value: string): Promise<number | null>
    clientsSecretOf(of: { readonly family: string; readonly playerId: number }): string
  }
  readonly passwords: {
    isFull(): boolean
    admit<T>(run: () => Promise<T>): Promise<T>
  }
}
