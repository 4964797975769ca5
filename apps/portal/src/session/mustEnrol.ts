import { CallError } from '@gatehouse/client/client'
import type { ErrorCode } from '@gatehouse/contract/errors'
import type { Session } from './session.ts'

/** True while the session opens nothing but the set-up of a second step. */
export function mustEnrol({ session }: { readonly session: Pick<Session, 'read'> }): boolean {
  return session.read().user?.MustEnrol === true
}

/** True for the refusal of such a session. */
export function isEnrolmentAsked(error: unknown): boolean {
  const items = error instanceof CallError ? error.body?.ErrorMessages : undefined
  const asked: ErrorCode = 'ERROR_ENROLMENT_REQUIRED'
  return items?.some(({ ErrorMessage }) => ErrorMessage === asked) === true
}
