import { CallError } from '@gatehouse/client/client'

/** True if a call failed because no answer came: it may come another time. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof CallError && error.status === 0
}
