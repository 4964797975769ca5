export const strengths = ['weak', 'fair', 'good', 'strong'] as const

export type PasswordStrength = (typeof strengths)[number]

/** The bits of guessing from which on a password is fair, good and strong. */
const bounds = [40, 55, 70]

/** A shorter word occurs in a good password by chance. */
const shortestWord = 4

const kinds: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^A-Za-z0-9]/, 33],
]

/**
 * How hard a password is to guess, roughly: each character counts by the kinds that it is drawn
 * from, but for one that repeats or continues the one before, like the 2 of 12 or the second l of
 * ll, and one of a pair that was there already, like the second ab of abab. Words of the account count
 * as one character.
 */
export function passwordStrength(password: string, ownWords: readonly string[]): PasswordStrength {
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const codes = [...withoutWords(password, ownWords)].map((one) => one.codePointAt(0) ?? 0)
  const pairs = new Set<string>()
  const counted = codes.filter((code, at) => {
    const before = codes[at - 1]
    if (before === undefined) return true
    const pair = `${before} ${code}`
    const isNew = !pairs.has(pair)
    pairs.add(pair)
    return isNew && Math.abs(code - before) > 1
  })
  const bits = counted.length * Math.log2(Math.max(pool, 1))
  return strengths[bounds.filter((bound) => bits >= bound).length] ?? 'weak'
}

function withoutWords(password: string, words: readonly string[]): string {
  return words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= shortestWord)
    .reduce((left, word) => left.replaceAll(word, '*'), password.toLowerCase())
}
