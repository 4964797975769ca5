import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Shorter words are too easily found in a good password by chance. */
const shortestWord = 4

/**
 * Whether a password is one that is tried first: from the list of common passwords, or nothing but
 * one of the words that anybody knows of this account (its studio, its address), with digits or
 * punctuation around it.
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

/** Digits before or after the word. */
function withoutDigits(text: string): string {
  return text.replace(/^\p{N}+|(?<!\p{N})\p{N}+$/gu, '')
}
