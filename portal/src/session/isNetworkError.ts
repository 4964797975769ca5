import { CallError } from '@gatehouse/client/client'

/** True if a call failed because no answer came: it may come another time. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof CallError && error.status === 0
}

/** True for the refusal of a busy server, which says when to come again. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof CallError && error.status === 503 && error.retryAfter !== null
}
