import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Shorter words occur too easily in a good password by chance. */
const shortestWord = 4

/**
 * Returns whether attackers would try a password first: it is on the list of common passwords, or
 * it is a known word of this account (its studio, its address) with digits or punctuation around
 * it.
 */
export function isCommonPassword(password: string, knownWords: readonly string[]): boolean {
  const folded = password.toLowerCase()
  if (common.has(folded)) return true
  const core = squashed(folded)
  return knownWords
    .map((word) => squashed(word.toLowerCase()))
    .filter((word) => word.length >= shortestWord)
    .some((word) => core === word || withoutDigits(core) === withoutDigits(word))
}

function squashed(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Removes the digits before and after the word. */
function withoutDigits(text: string): string {
  return text.replace(/^\p{N}+|(?<!\p{N})\p{N}+$/gu, '')
}
