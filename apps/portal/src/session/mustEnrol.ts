import { CallError } from '@gatehouse/client/client'
import type { User } from '@gatehouse/contract/entities'
import type { ErrorCode } from '@gatehouse/contract/errors'

interface OfSession {
  readonly session: { read(): { readonly user: Pick<User, 'MustEnrol'> | null } }
}

/** True while the session opens nothing but the set-up of a second step. */
export function mustEnrol({ session }: OfSession): boolean {
  return session.read().user?.MustEnrol === true
}

/** True for the refusal of such a session. */
export function isEnrolmentAsked(error: unknown): boolean {
  const items = error instanceof CallError ? error.body?.ErrorMessages : undefined
  const asked: ErrorCode = 'ERROR_ENROLMENT_REQUIRED'
  return items?.some(({ ErrorMessage }) => ErrorMessage === asked) === true
}
