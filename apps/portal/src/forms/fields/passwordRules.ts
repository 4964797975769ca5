import type { Rules } from '@gatehouse/contract/environments'
import { normalPassword } from '@gatehouse/contract/fields'
import { bounds } from '@gatehouse/contract/limits'

export type PasswordRule =
  | 'length'
  | 'letter'
  | 'lowerCase'
  | 'upperCase'
  | 'number'
  | 'noSpace'
  | 'noUsername'
  | 'hardToGuess'

interface Kept {
  readonly rule: PasswordRule
  readonly isMet: boolean
}

/**
 * The rules that are shown beside a new password, and which of them it keeps so far. A name or a
 * list that is not known, null, is no rule: an unchecked rule is not shown as met.
 */
export function passwordRules(
  typed: string,
  username: string | null,
  hint: Rules['passwordHint'],
  isEasyToGuess: boolean | null,
): readonly Kept[] {
  const password = normalPassword(typed)
  const isMixedCase = hint === 'eight-to-sixteen-mixed-case'
  const { min, max } = isMixedCase ? { min: 8, max: 16 } : bounds.password
  const length = [...password].length
  const contains = (pattern: RegExp) => pattern.test(password)
  const hasUsername =
    username !== null &&
    username.length >= bounds.username.min &&
    password.toLowerCase().includes(username.toLowerCase())
  return [
    kept('length', length >= min && length <= max),
    ...(isMixedCase
      ? [
          kept('lowerCase', contains(/[a-z]/)),
          kept('upperCase', contains(/[A-Z]/)),
          kept('noSpace', password !== '' && !contains(/\s/)),
        ]
      : [kept('letter', contains(/\p{L}/u))]),
    kept('number', contains(/\p{Nd}/u)),
    ...(username === null ? [] : [kept('noUsername', password !== '' && !hasUsername)]),
    ...(isEasyToGuess === null ? [] : [kept('hardToGuess', password !== '' && !isEasyToGuess)]),
  ]
}

function kept(rule: PasswordRule, isMet: boolean): Kept {
  return { rule, isMet }
}

/** The same rules for browsers and password managers that make a password up. */
export function generatorRules(hint: Rules['passwordHint']): string {
  return hint === 'eight-to-sixteen-mixed-case'
    ? 'minlength: 8; maxlength: 16; required: lower; required: upper; required: digit;'
    : `minlength: ${bounds.password.min}; maxlength: ${bounds.password.max}; required: lower, upper; required: digit; allowed: ascii-printable;`
}
