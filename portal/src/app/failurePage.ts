import { CallFailure } from '@gatehouse/contract/client'
import { type Path, paths } from '@gatehouse/contract/paths'

export interface FailurePage {
  readonly path: Path
  readonly message: string | null
}

/**
 * The page that a failed call leads to. 401 comes here only after a renewal failed: Home then, when
 * that ended the session.
 */
export function failurePage(error: unknown, isSignedIn: boolean): FailurePage {
  const status = error instanceof CallFailure ? error.status : 0
  const message = error instanceof CallFailure ? firstMessage(error) : null
  if (status === 400 || status === 503) return { path: paths.badRequest, message }
  if (status === 500) return { path: paths.internalError, message: null }
  if (status === 404) return { path: paths.notFound, message: null }
  if (status === 401 && !isSignedIn) return { path: paths.home, message: null }
  return { path: paths.error, message: null }
}

function firstMessage(failure: CallFailure): string | null {
  const message: unknown = failure.body?.ErrorMessages[0]?.ErrorMessage
  return typeof message === 'string' && message !== '' ? message : null
}
