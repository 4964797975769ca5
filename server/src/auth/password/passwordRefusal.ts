import type { ErrorCode } from '@gatehouse/contract/errors'
import { normalPassword, passwordError } from '@gatehouse/contract/fields'
import { isCommonPassword } from './commonPasswords.ts'
import type { Deployment } from '../../tenants/deployments.ts'

type PasswordRefusal = Extract<
  ErrorCode,
  | 'ERROR_PASSWORD_LENGTH'
  | 'ERROR_PASSWORD_LETTERS'
  | 'ERROR_PASSWORD_NUMBERS'
  | 'ERROR_PASSWORD_USERNAME'
  | 'ERROR_PASSWORD_COMMON'
>

/**
 * Returns the reason why a password is not accepted for an account, or null. All places that set a
 * password share it.
 */
export function passwordRefusal(
  { configuration }: Deployment,
  owner: { readonly username: string; readonly email: string },
  password: string,
): PasswordRefusal | null {
  const error = passwordError(password, owner.username)
  if (error !== null) return error as PasswordRefusal
  const localPart = owner.email.slice(0, Math.max(0, owner.email.lastIndexOf('@')))
  const knownWords = [configuration.RegisterStudioName, localPart]
  return isCommonPassword(normalPassword(password), knownWords) ? 'ERROR_PASSWORD_COMMON' : null
}
