import { restatesKnownWord } from '@gatehouse/contract/commonPasswords'
import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/**
 * Returns whether attackers would try a password first: it is on the list of common passwords, or
 * it is a known word of this account (its studio, its address) with digits or punctuation around
 * it.
 */
export function isCommonPassword(password: string, knownWords: readonly string[]): boolean {
  return common.has(password.toLowerCase()) || restatesKnownWord(password, knownWords)
}
