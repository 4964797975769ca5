import type { CallName, RefusalOf } from '@gatehouse/contract/calls'
import type {
  Ban,
  Challenge,
  ErrorBody,
  ErrorItem,
  LinkMove,
  Proof,
  SecondStep,
  SharingAccount,
} from '@gatehouse/contract/errorItems'
import { type ErrorCode, errorItem, isErrorCode, statusOf } from '@gatehouse/contract/errors'
import type { LimitName } from './config/settings.ts'

/** Refuses a call with codes: handlers throw it, and the app's error handler answers it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly items: readonly ErrorItem[]
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | null
  /** The limit that refuses; null for every other reason. */
  readonly limit: LimitName | null

  constructor(
    items: readonly ErrorItem[],
    retryAfter: number | null = null,
    limit: LimitName | null = null,
  ) {
    super(items.map((item) => item.ErrorMessage).join(', '))
    this.items = items
    this.retryAfter = retryAfter
    this.limit = limit
  }

  get status(): 400 | 503 {
    const codes = this.items.map((item) => item.ErrorMessage).filter(isErrorCode)
    return codes.some((code) => statusOf(code) === 503) ? 503 : 400
  }

  get body(): ErrorBody {
    return { ErrorMessages: this.items }
  }
}

export interface ErrorPlace {
  /** The portal shows the message here instead of the catalogue's place. */
  readonly property?: string
  readonly retryAfter?: number
  /** The limit that refuses. The answer does not name it. */
  readonly limit?: LimitName
  /** The ban that is the reason. */
  readonly ban?: Ban
  /** The proof of work that lets the same call through after `retryAfter`. */
  readonly challenge?: Challenge
  /** How the log-in goes on. */
  readonly step?: SecondStep
  /** The ways to prove it once more. */
  readonly proof?: Proof
  /** True if the device may forget the passkey. */
  readonly forget?: boolean
  /** True in a browser that has been in the account. */
  readonly known?: boolean
  /** The account that a link confirms, where several wait for its address. */
  readonly account?: SharingAccount
  /** How the link of another player can move here. */
  readonly move?: LinkMove | null
  /** The link by which a second factor opens a frozen account. */
  readonly safety?: string | null
}

/** Makes the error of a call; codes that its row does not list do not compile. */
export type Refuse<N extends CallName> = (code: RefusalOf<N>, place?: ErrorPlace) => ApiError

export function refuse(code: ErrorCode, place: ErrorPlace = {}): ApiError {
  const { property, retryAfter = null, limit = null, ban, challenge, step, proof } = place
  const { forget, known, account, move, safety } = place
  const item = {
    ...errorItem(code, property),
    ...(ban && { Ban: ban }),
    ...(challenge && { Challenge: challenge }),
    ...(step && { Step: step }),
    ...(proof && { Proof: proof }),
    ...(forget !== undefined && { Forget: forget }),
    ...(known && { Known: known }),
    ...(account && { Account: account }),
    ...(move && { Move: move }),
    ...(safety && { Safety: { Link: safety } }),
  }
  return new ApiError([item], retryAfter, limit)
}

/** Collects the errors of a form: one item a property, the first rule that it breaks. */
export class ErrorCollector<N extends CallName> {
  readonly #items = new Map<string, ErrorItem>()

  constructor(items: readonly ErrorItem[] = []) {
    for (const item of items) this.#items.set(item.Property, item)
  }

  add(code: RefusalOf<N> | null, property?: string): void {
    if (code === null) return
    const item = errorItem(code, property)
    if (!this.#items.has(item.Property)) this.#items.set(item.Property, item)
  }

  get isEmpty(): boolean {
    return this.#items.size === 0
  }

  has(property: string): boolean {
    return this.#items.has(property)
  }

  /** Throws everything collected so far as one error. */
  throwIfAny(): void {
    if (this.#items.size > 0) throw new ApiError([...this.#items.values()])
  }
}

/** More work waits than can be done in time. */
export class OverloadedError extends Error {
  override readonly name = 'Overloaded'
}
