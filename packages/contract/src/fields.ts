import { asciiDomain, withoutUnseen } from './cleanText.ts'
import type { ErrorCode } from './errors.ts'
import { bounds, firstYearOfBirth, minimumAge } from './limits.ts'

/*
 * The rules of single fields. Each function returns the code of the first broken rule, or null. The
 * handlers check rules that need the database (taken, unknown).
 */

// Adjacent parts match different characters: 50 kB of dots cost no more than 50 kB of letters.
const looksLikeEmail = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

export function usernameError(username: string): ErrorCode | null {
  if (looksLikeEmail.test(username)) return 'ERROR_USERNAME_EMAIL'
  if (username !== '' && !/^[A-Za-z0-9]+$/.test(username)) return 'ERROR_USERNAME_PATTERN'
  if (!isWithin(username, bounds.username)) return 'ERROR_USERNAME_LENGTH'
  if (!/[A-Za-z]/.test(username)) return 'ERROR_USERNAME_LETTERS'
  return null
}

/**
 * The form in which a password is measured, compared and hashed: keyboards encode one letter in several
 * ways, and a paste brings signs along that its player does not see.
 */
export function normalPassword(typed: string): string {
  return typed.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC')
}

/** True for a password that was typed twice, the same to the eye of its player. */
export function isSamePassword(one: string, other: string): boolean {
  return normalPassword(one) === normalPassword(other)
}

/** A password must not contain the account's `username`, in any case. */
export function passwordError(typed: string, username: string): ErrorCode | null {
  const password = normalPassword(typed)
  if (!isWithin(password, bounds.password)) return 'ERROR_PASSWORD_LENGTH'
  if (!/\p{L}/u.test(password)) return 'ERROR_PASSWORD_LETTERS'
  if (!/\p{Nd}/u.test(password)) return 'ERROR_PASSWORD_NUMBERS'
  if (username.length >= 2 && password.toLowerCase().includes(username.toLowerCase())) {
    return 'ERROR_PASSWORD_USERNAME'
  }
  return null
}

/** Carriers that once gave out local parts with double dots, or one at the end; their owners have them. */
const oddDots = new Set(['docomo.ne.jp', 'ezweb.ne.jp'])

/**
 * Checks length and syntax of a clean text. An address has one @, a local part without quotes and without
 * leading, trailing or double dots, and a domain of at least two labels. Both may have letters of any script
 * with their marks (RFC 6531); the domain is one that has an ASCII form.
 */
export function emailError(email: string): ErrorCode | null {
  if (email === '') return 'ERROR_EMAIL_EMPTY'
  if (!isWithin(email, bounds.email)) return 'ERROR_EMAIL_LENGTH'
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const isAddress = at > 0 && isLocalPart(local, domain) && isDomain(domain)
  return isAddress && withoutUnseen(email) === email ? null : 'ERROR_EMAIL_INCORRECT_FORMAT'
}

function isLocalPart(local: string, domain: string): boolean {
  const dots = oddDots.has(domain.toLowerCase()) ? /^\./ : /^\.|\.\.|\.$/
  // A mark belongs to the letter before it.
  const letters = /^(?:[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-][\p{M}\u200C\u200D]*)+$/u
  return local.length <= 64 && letters.test(local) && !dots.test(local)
}

function isDomain(domain: string): boolean {
  const labels = asciiDomain(domain)?.split('.') ?? []
  return (
    labels.length >= 2 &&
    labels.every((label) => /^[a-z\d-]{1,63}$/.test(label) && !/^-|-$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

export type DateFieldError = Extract<
  ErrorCode,
  'Invalid date value' | 'You must be at least 13 years old'
>

/** Checks a whole date of birth, YYYY-MM-DD. The age is by calendar date in UTC at `now`. */
export function dateOfBirthError(date: string, now: Date): DateFieldError | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (match === null) return 'Invalid date value'
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < firstYearOfBirth || year > now.getUTCFullYear()) return 'Invalid date value'
  const real = new Date(Date.UTC(year, month - 1, day))
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day) return 'Invalid date value'
  const birthday = Date.UTC(year + minimumAge, month - 1, day)
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return birthday > today ? 'You must be at least 13 years old' : null
}

/** Checks a date while the player types it. Each part is checked once it is complete. */
export function partialDateOfBirthError(typed: string, now: Date): DateFieldError | null {
  if (typed.length >= 10) return dateOfBirthError(typed, now)
  const [year = '', month = '', day = ''] = typed.split('-')
  if (year.length === 4 && !isBetween(year, firstYearOfBirth, now.getUTCFullYear())) {
    return 'Invalid date value'
  }
  if (month.length === 2 && !isBetween(month, 1, 12)) return 'Invalid date value'
  return day.length === 2 && !isBetween(day, 1, 31) ? 'Invalid date value' : null
}

/** The rule that `passwordHint: eight-to-sixteen-mixed-case` shows while typing. */
export function keepsMixedCaseRule(typed: string): boolean {
  const password = normalPassword(typed)
  return (
    password.length >= 8 &&
    password.length <= 16 &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    !/\s/.test(password)
  )
}

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  const length = [...text].length
  return length >= min && length <= max
}

function isBetween(digits: string, from: number, to: number): boolean {
  const value = Number(digits)
  return Number.isInteger(value) && value >= from && value <= to
}
