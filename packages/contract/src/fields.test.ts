import { describe, expect, test } from 'vitest'
import {
  dateOfBirthError,
  emailError,
  keepsMixedCaseRule,
  partialDateOfBirthError,
  passwordError,
  usernameError,
} from './fields.ts'

test.each([
  ['a', 'ERROR_USERNAME_LENGTH'],
  ['', 'ERROR_USERNAME_LENGTH'],
  ['a'.repeat(26), 'ERROR_USERNAME_LENGTH'],
  ['a_b', 'ERROR_USERNAME_PATTERN'],
  ['bad name', 'ERROR_USERNAME_PATTERN'],
  ['Zoë', 'ERROR_USERNAME_PATTERN'],
  ['12345', 'ERROR_USERNAME_LETTERS'],
  ['x@y.test', 'ERROR_USERNAME_EMAIL'],
  ['a1', null],
  ['a'.repeat(25), null],
])('the username %j has the error %s (R-8.4-9 … R-8.4-13)', (username, error) => {
  expect(usernameError(username)).toBe(error)
})

test.each([
  ['abc1', 'ERROR_PASSWORD_LENGTH'],
  [`a1${'x'.repeat(49)}`, 'ERROR_PASSWORD_LENGTH'],
  ['12345678', 'ERROR_PASSWORD_LETTERS'],
  ['abcdefgh', 'ERROR_PASSWORD_NUMBERS'],
  ['xxNICK123', 'ERROR_PASSWORD_USERNAME'],
  ['abcdefg1', null],
  ['пароль12', null],
  [`a1${'x'.repeat(48)}`, null],
])('the password %j of Nick has the error %s (R-5.8-6 … R-5.8-10)', (password, error) => {
  expect(passwordError(password, 'Nick')).toBe(error)
})

test.each([
  ['', 'ERROR_EMAIL_EMPTY'],
  ['a', 'ERROR_EMAIL_LENGTH'],
  [`${'a'.repeat(250)}@x.com`, 'ERROR_EMAIL_LENGTH'],
  ['no-at.example.com', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['a@b', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['a..b@c.co', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['.a@c.co', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['a.@c.co', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['a b@c.co', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['a@-c.co', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['a@1.2', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['a@b@c.co', 'ERROR_EMAIL_INCORRECT_FORMAT'],
  ['ü@bücher.example', null],
  ['first.last+tag@sub.site.co.uk', null],
])('the email %j has the error %s (R-8.4-23 …)', (email, error) => {
  expect(emailError(email)).toBe(error)
})

describe('the date of birth on 2025-06-15 (R-5.1-5 … R-5.1-9)', () => {
  const today = new Date('2025-06-15T12:00:00Z')
  const invalid = 'Invalid date value'
  const tooYoung = 'You must be at least 13 years old'

  test.each([
    ['1899-12-31', invalid],
    ['2026-01-01', invalid],
    ['2000-13-01', invalid],
    ['2000-00-10', invalid],
    ['2000-01-32', invalid],
    ['2000-01-00', invalid],
    ['2001-02-29', invalid],
    ['2001-02-30', invalid],
    ['2000-1-1', invalid],
    ['', invalid],
    ['2012-06-16', tooYoung],
    ['2015-01-01', tooYoung],
    ['2025-12-31', tooYoung],
    ['2012-06-15', null],
    ['2000-02-29', null],
    ['1900-01-01', null],
    ['2000-12-31', null],
  ])('%j has the error %s', (date, error) => {
    expect(dateOfBirthError(date, today)).toBe(error)
  })

  test.each([
    ['2000-', null],
    ['200', null],
    ['1899-', invalid],
    ['2026-', invalid],
    ['2000-01-', null],
    ['2000-13-', invalid],
    ['2000-01-3', null],
    ['2000-01-32', invalid],
    ['2015-01-01', tooYoung],
  ])('typed as far as %j has the error %s', (typed, error) => {
    expect(partialDateOfBirthError(typed, today)).toBe(error)
  })
})

test.each([
  ['Abc123', false],
  ['abcdefg1', false],
  ['ABCDEFG1', false],
  ['Abcdef 12', false],
  ['Abcdefgh123456789', false],
  ['Abcdef12', true],
  ['Abcdefgh12345678', true],
])('the password %j keeps the mixed-case rule: %s (AT-REG-17)', (password, keeps) => {
  expect(keepsMixedCaseRule(password)).toBe(keeps)
})

test.each(['.', 'a', '@', 'a@', ' ', '-.', 'a.'])(
  'emailError refuses 200 kB of %j without going through it twice (L07)',
  (part) => {
    // A pattern that goes back would take minutes, and the test would be over its time.
    const email = `a@${part.repeat(200_000 / part.length)}`
    expect(emailError(email)).toBe('ERROR_EMAIL_LENGTH')
  },
)
