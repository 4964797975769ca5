import { expect, test } from 'vitest'
import type * as z from 'zod'
import { calls } from '../calls.ts'
import { normalPassword } from '../fields.ts'
import { id, lines, password, secret, text, typed, userId } from './values.ts'

const codeOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null

test.each([
  ['a NUL', 'a\u0000b'],
  ['a line break', 'a\nb'],
  ['a lone surrogate', 'a\uD800b'],
  ['another type', 7],
  ['too much', 'x'.repeat(1001)],
])('a text with %s is refused with its code', (_, value) => {
  expect(codeOf(text('ERROR_USERNAME_PATTERN'), value)).toBe('ERROR_USERNAME_PATTERN')
})

test.each(['\u061C', '\u200E', '\u200F', '\u202A', '\u202E', '\u2066', '\u2069'])(
  'a typed text and a reason never have the mark %j, which turns directions, and a password does not count it (PX-24, L30)',
  (mark) => {
    for (const schema of [typed('line'), lines()]) expect(schema.parse(`a${mark}b`)).toBe('ab')
    expect(codeOf(text(), `a${mark}b`)).toBe('INVALID_REQUEST')
    expect(normalPassword(password().parse(`a${mark}b`))).toBe('ab')
  },
)

test.each(['\u200B', '\u2060\uFEFF', '\u3164', '\uFFFC'])(
  'what cannot be seen alone, %j, is refused, and not as an empty field',
  (unseen) => {
    expect(codeOf(typed('name', 'ERROR_USERNAME_PATTERN'), unseen)).toBe('ERROR_USERNAME_PATTERN')
    for (const code of ['ERROR_USERNAME_EMPTY', 'ERROR_FIRSTNAME_EMPTY'] as const) {
      for (const schema of [typed('line', code), lines(code)]) {
        expect(codeOf(schema, unseen)).toBe('INVALID_REQUEST')
        expect(codeOf(schema, 'a\u0000b')).toBe('INVALID_REQUEST')
        expect(codeOf(schema, 'x'.repeat(1001))).toBe('INVALID_REQUEST')
        expect(codeOf(schema, ' ')).toBeNull()
      }
    }
  },
)

test('text() trims, and reads an absent text as an empty one', () => {
  expect(text().parse('  a ')).toBe('a')
  expect(text().parse(undefined)).toBe('')
})

test('lines() keeps line breaks, and password() keeps every character', () => {
  expect(lines().parse('a\nb')).toBe('a\nb')
  expect(password().parse('  a ')).toBe('  a ')
})

test('a secret has only URL-safe characters', () => {
  expect(codeOf(secret('ERROR_TOKEN_INVALID'), "x' or 1=1")).toBe('ERROR_TOKEN_INVALID')
  expect(secret().parse('aZ0-_~.+/=')).toBe('aZ0-_~.+/=')
})

test.each(['0', '-1', '1.5', 'abc', '9'.repeat(16), ' 1'])(
  'the user id %j is refused as no player',
  (given) => {
    expect(codeOf(userId, given)).toBe('ERROR_NOT_ALLOWED')
  },
)

test('an id is a positive whole number', () => {
  expect(codeOf(id('ERROR_USER_NOT_EXISTS'), 0)).toBe('ERROR_USER_NOT_EXISTS')
  expect(id().parse(3)).toBe(3)
})

test('the register payload has exactly its nineteen names (R-3.9-1 … R-3.9-19)', () => {
  expect(Object.keys(calls.registerNewUser.input.body.shape)).toEqual([
    'Username',
    'Firstname',
    'Lastname',
    'UsageNameHoneyPot',
    'DateOfBirth',
    'Password',
    'ConfirmPassword',
    'Email',
    'ConfirmEmail',
    'Referrer',
    'ApprovePrivacyPolicy',
    'ApproveEULA',
    'ApproveCodeOfConduct',
    'G2GSegaOptin',
    'Additional',
    'ReCAPTCHAToken',
    'StudioName',
    'ClientId',
    'AccessKeyValue',
  ])
})
