import { errors } from '@gatehouse/contract/errors'
import { describe, expect, test } from 'vitest'
import { message } from './message.ts'
import { messageOfLink } from './messageOfLink.ts'
import { needWords } from './words.ts'

await needWords('errors')

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
    'Your link has expired.',
    'ERROR_SOMETHING_NEW',
    'Your account is locked, call +1 555 0100.',
    '<img src=x onerror=alert(1)>',
    'https://evil.test/?a=<b>&c="d"',
    'Ön kan inte länkas – 日本語 👩‍🚀',
  ])('shows %j as it is (R-2.23-4, R-2.23-5)', (text) => {
    expect(messageOfLink(text)).toBe(text)
  })

  test.each(['ERROR_USER_STEAM_EXIST', 'USER_STEAM_EXIST', '\u202EERROR_USER_STEAM_EXIST\u0000'])(
    'shows the words of the code %j (R-2.23-5)',
    (code) => {
      expect(messageOfLink(code)).toBe('This steam account is already linked to another user.')
    },
  )

  test('loses controls and marks that turn its direction (G10)', () => {
    expect(messageOfLink('\u202Egnp\u2066.\u2069exe\u200F \u061Cx')).toBe('gnp.exe x')
    expect(messageOfLink('one\r\n\ttwo\u0000three\u001B[31m\u2028four')).toBe(
      'one two three [31m four',
    )
    expect(messageOfLink('\u202E\u0000\uFEFF \u200B')).toBe('')
  })

  test('has at most 300 characters and no half of one (G10)', () => {
    expect(messageOfLink('x'.repeat(10_000))).toHaveLength(300)
    const faces = messageOfLink(`x${'😀'.repeat(400)}`)
    expect([...faces]).toHaveLength(300)
    expect(() => encodeURIComponent(faces)).not.toThrow()
    expect(messageOfLink('a\uD800b')).toBe('ab')
  })
})
