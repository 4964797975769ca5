import { restatesKnownWord } from '@gatehouse/contract/commonPasswords'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { normalPassword, passwordError } from '@gatehouse/contract/fields'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthServices } from '../authServices.ts'

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

type PasswordRefusal = Extract<
  ErrorCode,
  | 'ERROR_PASSWORD_LENGTH'
  | 'ERROR_PASSWORD_LETTERS'
  | 'ERROR_PASSWORD_NUMBERS'
  | 'ERROR_PASSWORD_USERNAME'
  | 'ERROR_PASSWORD_COMMON'
  | 'ERROR_PASSWORD_BREACHED'
>

interface Context {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'breachedPasswords'>
}

/**
 * Returns the reason why a password is not accepted for an account; null for a good one. A service
 * that is asked about data leaks and out of reach refuses nothing.
 */
export async function passwordRefusal(
  { deployment: { configuration, breachedPasswords: source }, services }: Context,
  owner: { readonly username: string; readonly email: string },
  password: string,
): Promise<PasswordRefusal | null> {
  const error = passwordError(password, owner.username)
  if (error !== null) return error as PasswordRefusal
  const localPart = owner.email.slice(0, Math.max(0, owner.email.lastIndexOf('@')))
  const knownWords = [configuration.RegisterStudioName, localPart]
  // Before our list, which is a small part of the leaks.
  if (source === 'range' && (await services.breachedPasswords.has(password))) {
    return 'ERROR_PASSWORD_BREACHED'
  }
  const isTriedFirst = source === 'off' ? restatesKnownWord : isCommonPassword
  return isTriedFirst(normalPassword(password), knownWords) ? 'ERROR_PASSWORD_COMMON' : null
}

/**
 * Returns whether attackers would try a password first: it is on the list of common passwords, or
 * it is a known word of this account (its studio, its address) with digits or punctuation around
 * it.
 */
export function isCommonPassword(password: string, knownWords: readonly string[]): boolean {
  return common.has(password.toLowerCase()) || restatesKnownWord(password, knownWords)
}
