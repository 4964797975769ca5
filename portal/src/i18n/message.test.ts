import { errors } from '@gatehouse/contract/errors'
import { describe, expect, test } from 'vitest'
import { message } from './message.ts'
import { trustedMessage } from './trustedMessage.ts'

describe('the words of an error', () => {
  test('exist for every code, and differ from the code', () => {
    const bare = Object.keys(errors).filter(
      (code) => /^[A-Z_]+$/i.test(code) && message(code) === code,
    )
    expect(bare).toEqual([])
  })

  test.each([
    ['ERROR_ACCESS_KEY_NON_EXISTANT', 'The key is invalid'],
    ['ACCESS_KEY_NON_EXISTANT', 'The key is invalid'],
    ['ERROR_PARTNER_RESPONSE_ERROR', 'An error occured validating partner authentication.'],
    ['error_user_ip_banned_steam_link', message('ERROR_USER_IP_BANNED_Steam_LINK')],
    ['ERROR_USER_REFERRER_NOTEXISTS', "Your referrer doesn't exist."],
  ])('tolerate %s (R-8.3-7)', (code, words) => {
    expect(message(code)).toBe(words)
  })

  test('show an unknown code as it is, with at most 300 characters (R-8.3-7)', () => {
    expect(message('ERROR_SOMETHING_NEW')).toBe('ERROR_SOMETHING_NEW')
    expect(message('x'.repeat(10_000))).toHaveLength(300)
  })
})

describe('a message from a link', () => {
  test.each([
    'This request is not authorized.',
    'Error on get linked relic.',
    'Your link has expired',
    'ERROR_SOMETHING_NEW',
  ])('shows %j (R-2.23-5)', (text) => {
    expect(trustedMessage(text)).toBe(text)
  })

  test('shows the words of a code (R-2.23-5)', () => {
    expect(trustedMessage('ERROR_USER_STEAM_EXIST')).toBe(
      'This steam account is already linked to another user.',
    )
  })

  test.each([
    'Your account is locked, call +1 555 0100.',
    '<img src=x onerror=alert(1)>',
    'PAY NOW',
    '\u202EERROR_X',
  ])('hides %j, which is no message of ours', (text) => {
    expect(trustedMessage(text)).toBe('')
  })
})
