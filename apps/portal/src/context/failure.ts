import type { Ban } from '@gatehouse/contract/errorItems'

/** What led to the error page that is shown, and the ways on from it. */
export interface Failure {
  /** The address where another try begins; '' when there is none. */
  readonly retry: string
  /** The error page came on top of that address: Back leads there. */
  readonly isRetryBehind: boolean
  /** Under which the server's log has it; '' when it does not. */
  readonly requestId: string
  /** The sealed note of the server, and the screen; null without one. */
  readonly supportNote: { readonly note: string; readonly screen: string } | null
  /** The lock that refused, as far as it is known; null for every other failure. */
  readonly lock: { readonly ban?: Ban; readonly retryAfter?: number } | null
}

const none = { retry: '', isRetryBehind: false, requestId: '' } as const

export type LastFailure = ReturnType<typeof createLastFailure>

export function createLastFailure() {
  let last: Failure = { ...none, supportNote: null, lock: null }
  const note = (failure: Partial<Failure>) => {
    last = { ...last, ...failure }
  }
  // Forgotten when the player goes on, with another screen.
  return { read: () => last, note, forget: () => note(none) }
}
