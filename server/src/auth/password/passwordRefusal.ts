import type { ErrorCode } from '@gatehouse/contract/errors'
import { passwordError } from '@gatehouse/contract/fields'
import { isCommonPassword } from './commonPasswords.ts'
import type { Deployment } from '../../tenants/deployments.ts'

type PasswordFault = Extract<
  ErrorCode,
  | 'ERROR_PASSWORD_LENGTH'
  | 'ERROR_PASSWORD_LETTERS'
  | 'ERROR_PASSWORD_NUMBERS'
  | 'ERROR_PASSWORD_USERNAME'
  | 'ERROR_PASSWORD_COMMON'
>

/** Why a password is not accepted for an account, or null: the same wherever one is set. */
export function passwordRefusal(
  { configuration }: Deployment,
  owner: { readonly username: string; readonly email: string },
  password: string,
): PasswordFault | null {
  const fault = passwordError(password, owner.username)
  if (fault !== null) return fault as PasswordFault
  const localPart = owner.email.slice(0, Math.max(0, owner.email.lastIndexOf('@')))
  const knownWords = [configuration.RegisterStudioName, localPart]
  return isCommonPassword(password, knownWords) ? 'ERROR_PASSWORD_COMMON' : null
}
