import { expect, test } from 'vitest'
import { isUsableToken } from './tokens.ts'

const now = new Date('2026-05-05T12:00:00Z')
const token = {
  Value: 'BEARER',
  Refresh: 'REFRESH',
  Id_User: 42,
  Validated: true,
  Refreshed: false,
  ExprireAt: '2026-05-06T12:00:00Z',
}

test.each([
  ['as it should be', {}, true],
  ['not validated', { Validated: false }, false],
  ['refreshed', { Refreshed: true }, false],
  ['past its expiry', { ExprireAt: '2026-05-05T11:59:00Z' }, false],
  ['expiring right now', { ExprireAt: '2026-05-05T12:00:00Z' }, false],
  ['expiring in UTC without saying so', { ExprireAt: '2026-05-05T12:01:00' }, true],
  ['with an offset', { ExprireAt: '2026-05-05T13:59:00+02:00' }, false],
  ['with an unreadable expiry', { ExprireAt: 'soon' }, false],
  ['without a value', { Value: '' }, false],
])('isUsableToken judges a token %s (R-4.1-5…7)', (_, some, isUsable) => {
  expect(isUsableToken({ ...token, ...some }, now)).toBe(isUsable)
})
