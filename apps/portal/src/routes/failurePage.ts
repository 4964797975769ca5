import { CallError } from '@gatehouse/client/client'
import type { ErrorItem } from '@gatehouse/contract/errorItems'
import { type Path, paths } from '@gatehouse/contract/routes'
import type { Failure } from '../context/failure.ts'
import { FormError } from '../forms/submit/FormError.ts'

export interface FailurePage {
  readonly path: Path
  readonly message: string | null
}

/**
 * The page that a failed call leads to, or a refusal of our own. 401 comes here only after a renewal failed: Home then, when
 * that ended the session.
 */
export function failurePage(error: unknown, isSignedIn: boolean): FailurePage {
  if (error instanceof FormError) {
    return { path: paths.badRequest, message: firstMessage(error.items) }
  }
  const status = error instanceof CallError ? error.status : 0
  const message = error instanceof CallError ? firstMessage(error.body?.ErrorMessages) : null
  if (status === 400 || status === 503) return { path: paths.badRequest, message }
  if (status === 500) return { path: paths.internalError, message: null }
  if (status === 404) return { path: paths.notFound, message: null }
  if (status === 401 && !isSignedIn) return { path: paths.home, message: null }
  return { path: paths.error, message: null }
}

function firstMessage(items: readonly ErrorItem[] | undefined): string | null {
  const message: unknown = items?.[0]?.ErrorMessage
  return typeof message === 'string' && message !== '' ? message : null
}

/** The id that a player can quote of an internal error; '' when there is none. */
export function requestIdOf(error: unknown): string {
  return error instanceof CallError ? error.requestId : ''
}

/** The sealed note of a failed call, of which a support code can be made; null without one. */
export function supportNoteOf(error: unknown, screen: string): Failure['supportNote'] {
  const note = error instanceof CallError ? error.supportNote : ''
  return note === '' ? null : { note, screen }
}

/**
 * The lock that refused a call, as far as it is known: its ban, and the time of the next try; null
 * for neither.
 */
export function lockOf(error: unknown): Failure['lock'] {
  if (!(error instanceof CallError)) return null
  const ban = error.body?.ErrorMessages[0]?.Ban
  const { retryAfter } = error
  if (!ban && retryAfter === null) return null
  return { ...(ban ? { ban } : {}), ...(retryAfter === null ? {} : { retryAfter }) }
}
