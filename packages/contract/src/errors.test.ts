import { expect, test } from 'vitest'
import { errorItem, findErrorCode, isErrorCode, statusOf } from './errors.ts'

test.each([
  ['ERROR_USER_BANNED', 'ERROR_USER_BANNED'],
  ['ACCESS_KEY_NON_EXISTANT', 'ERROR_ACCESS_KEY_NON_EXISTANT'],
  ['ERROR_PARTNER_RESPONSE_ERROR', 'PARTNER_RESPONSE_ERROR'],
  ['error_user_ip_banned_STEAM_link', 'ERROR_USER_IP_BANNED_Steam_LINK'],
  ['error_user_banned', null],
  ['ERROR_SOMETHING_NEW', null],
  ['Some text already', null],
  ['toString', null],
])('the message %j has the code %s of the catalogue (R-8.3-6, R-8.3-7)', (text, code) => {
  expect(findErrorCode(text)).toBe(code)
})

test('only refusals about an unreachable service answer 503 (R-8.1-6)', () => {
  expect(statusOf('ERROR_STEAM_NOT_REACHABLE')).toBe(503)
  expect(statusOf('ERROR_UNAVAILABLE')).toBe(503)
  expect(statusOf('ERROR_USER_BANNED')).toBe(400)
})

test("an item has its code's own property or the given one (R-3.8-2)", () => {
  expect(errorItem('ERROR_USERNAME_EXIST')).toEqual({
    Property: 'Username',
    ErrorMessage: 'ERROR_USERNAME_EXIST',
  })
  expect(errorItem('ERROR_ACCESS_KEY_ALREADY_USED', '').Property).toBe('')
})

test('an inherited property of objects is no code', () => {
  expect(isErrorCode('constructor')).toBe(false)
})
