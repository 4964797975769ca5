import { CallFailure } from '@gatehouse/client/client'

/** What a player can quote of a fault of the server; '' when there is nothing. */
export function requestIdOf(error: unknown): string {
  return error instanceof CallFailure ? error.requestId : ''
}
