export type PasswordStrength = 'weak' | 'fair' | 'strong'

/** Bits of guessing below which a password is weak, and from which on it is strong. */
const bounds = { fair: 45, strong: 70 }

const kinds: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^A-Za-z0-9]/, 33],
]

/**
 * How hard a password is to guess, roughly: each character counts by the kinds that it is drawn
 * from, but for one that repeats or continues the one before, like the 2 of 12 or the second l of
 * ll. A password that is easy to guess as a whole is weak.
 */
export function passwordStrength(password: string, isEasyToGuess: boolean): PasswordStrength {
  if (isEasyToGuess) return 'weak'
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const counted = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? -2)) > 1)
  const bits = counted.length * Math.log2(Math.max(pool, 1))
  if (bits < bounds.fair) return 'weak'
  return bits < bounds.strong ? 'fair' : 'strong'
}
