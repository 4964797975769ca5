import type { CanonicalName } from '@gatehouse/contract/entities'
import type { ErrorCode } from '@gatehouse/contract/errors'
import type { ApiError } from '../apiError.ts'

/** What operators want to hear of; one line each, never with a secret. */
export type SecurityEvent =
  | 'log-in'
  | 'log-in failed'
  | 'log-in locked'
  | 'log-out'
  | 'passwords tried out'
  | 'registration'
  | 'registration of a known address'
  | 'robot trapped'
  | 'address banned'
  | 'account confirmed'
  | 'account deleted'
  | 'session reused'
  | 'foreign player id'
  | 'captcha refused'
  | 'password proven'
  | 'password recovered'
  | 'password changed'
  | 'username changed'
  | 'email change asked'
  | 'email changed'
  | 'email change undone'
  | 'partner return refused'
  | 'partner answer refused'
  | `${CanonicalName} linked`
  | `${CanonicalName} unlinked`
  | 'linking refused'
  | 'survey of another age'
  | 'call refused'

/** What is refused to nobody who only mistyped something. */
const protections: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_NOT_ALLOWED',
  'ERROR_REAUTHENTICATION_REQUIRED',
  'ERROR_TOO_MANY_ATTEMPTS',
  'ERROR_TOKEN_INVALID',
  'ERROR_TOKEN_INVALID_REFRESH',
  'ERROR_TOKEN_USER_INVALID',
  'ERROR_EMAIL_RECOVERY_NOTEXISTS',
  'ERROR_EMAIL_RECOVERY_EXPIRED',
  'ERROR_PASSWORD_RECOVERY_NOTEXISTS',
  'ERROR_PASSWORD_RECOVERY_EXPIRED',
  'ERROR_USER_STEAM_EXIST',
  'Error on callback relic steam link.',
  'This request is not authorized.',
  'This request is not authorized by OpenId.',
  'This request should contain a state parameter.',
])

/** Whether a refusal deserves a line in the security log though its handler wrote none. */
export function isSecurityRelevant({ items }: ApiError): boolean {
  return items.some(({ ErrorMessage }) => protections.has(ErrorMessage))
}
