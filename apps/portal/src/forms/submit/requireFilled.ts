import type { ErrorCode } from '@gatehouse/contract/errors'
import { FormError, itemOf } from './FormError.ts'
import type { FormValues } from './useSubmission.ts'

/** The server's code for an empty field. A field that a form does not have gets none. */
const codes = {
  Username: 'ERROR_USERNAME_LENGTH',
  OldPassword: 'ERROR_PASSWORD_EMPTY',
  Password: 'ERROR_PASSWORD_LENGTH',
  ConfirmPassword: 'ERROR_CONFIRM_PASSWORD_INVALID',
  Email: 'ERROR_EMAIL_EMPTY',
  ConfirmEmail: 'ERROR_CONFIRM_EMAIL_INVALID',
} as const satisfies Readonly<Record<string, ErrorCode>>

/** Refuses a form before it is sent, and names all of these fields that are empty at once. */
export function requireFilled(values: FormValues, ...names: readonly (keyof typeof codes)[]): void {
  const empty = names.filter((name) => values.isEmpty(name))
  if (empty.length > 0) throw new FormError(...empty.map((name) => itemOf(name, codes[name])))
}

/** Refuses a form that asks for the player's present password and got none. */
export function requirePassword(values: FormValues): void {
  if (values.isEmpty('Password')) throw new FormError(itemOf('Password', 'ERROR_PASSWORD_EMPTY'))
}
