import { languages } from '@gatehouse/contract/languages'
import { joined, partsOf } from '@gatehouse/contract/messageForms'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  isFound,
  loadTexts,
  mailOf,
  originalOf,
  ownText,
  placesIn,
  type Text,
  valuesIn,
  withText,
} from './texts.ts'

const text = (kind: Text['kind'], key: string): Text => ({
  kind,
  key,
  places: [],
  said: { en: 'Bye' },
})

let texts: readonly Text[]

beforeAll(async () => {
  texts = await loadTexts(['de', 'ar'], { de: { mails: { 'farewell.gone': 'Weg' } } })
})

const textOf = (key: string) => {
  const found = texts.find((text) => text.key === key)
  if (found === undefined) throw new Error(key)
  return found
}

describe('the texts of the product', () => {
  test('have their words in each wanted language, and in English', () => {
    expect(Object.keys(textOf('Log in').said).toSorted()).toEqual(['ar', 'de', 'en'])
    expect(textOf('Log in').said).not.toHaveProperty('fr')
    expect(texts.filter(({ said }) => said.en === undefined).map(({ key }) => key)).toEqual([
      'farewell.gone',
    ])
  })

  test('stand once each, with the places that say them', () => {
    const keys = texts.map(({ kind, key }) => `${kind} ${key}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(textOf('farewell.subject').places).toEqual(['Mail: farewell'])
    expect(textOf('ERROR_USER_BANNED').places).toEqual(['Refusals'])
    expect(texts.flatMap(({ places }) => places)).toContain('Blocked users')
    expect(placesIn(texts).slice(0, 5)).toEqual([
      'Home',
      'Log in',
      'Register',
      'Mail: confirmation',
      'Access key',
    ])
    // No folder of the portal is without a screen.
    expect(placesIn(texts).filter((place) => place.includes('/'))).toEqual([])
    // One that a draft has, and this version has not, can be taken back.
    expect(textOf('farewell.gone')).toMatchObject({
      kind: 'mails',
      places: ['Not in this version'],
    })
  })

  test('belong to a mail by the first part of their key, or to every mail', () => {
    expect(['farewell.subject', 'greeting', 'browsers.unknown'].map((key) => mailOf(key))).toEqual([
      'farewell',
      null,
      null,
    ])
  })

  test('are compared with their English words, without the context, and refusals with none', () => {
    expect(originalOf(text('portal', 'a name\u0004Change'))).toBe('Change')
    expect(originalOf(text('portal', 'Change'))).toBe('Change')
    expect(originalOf(text('mails', 'farewell.subject'))).toBe('Bye')
    expect(originalOf(text('errors', 'ERROR_USER_BANNED'))).toBe('')
    expect(valuesIn('{name} has {count, plural, one {# key} other {# keys}} of {name}')).toEqual([
      '{name}',
      '{count}',
    ])
  })

  test('are found by any of their words, by their place, and by the draft’s own words', () => {
    const text = textOf('farewell.subject')
    const own = { ar: { mails: { 'farewell.subject': 'Bis bald' } } }
    for (const search of ['FAREWELL', 'mail: farewell', 'bald bis', '']) {
      expect(isFound(text, own, search)).toBe(true)
    }
    expect(isFound(text, {}, 'bald')).toBe(false)
    expect(isFound(text, own, 'bald nothing')).toBe(false)
  })
})

test('each text with forms is put together again from them', async () => {
  const all = await loadTexts(languages, {})
  const withForms = all.flatMap(({ said }) =>
    Object.values(said).filter((it) => /\{\w+, /.test(it)),
  )
  expect(withForms.length).toBeGreaterThan(languages.length)
  for (const message of withForms) expect(joined(partsOf(message) ?? [])).toBe(message)
})

describe('a text of a draft', () => {
  test('is written into its language alone, and leaves nothing behind when it is emptied', () => {
    const subject = textOf('farewell.subject')
    const german = withText({ Welcome: 'Hello' }, subject, 'de', 'Bis bald')
    const both = withText(german, textOf('Log in'), 'ar', 'ادخل')
    expect(both).toEqual({
      Welcome: 'Hello',
      words: {
        de: { mails: { 'farewell.subject': 'Bis bald' } },
        ar: { portal: { 'Log in': 'ادخل' } },
      },
    })
    expect(ownText(both['words'] as never, subject, 'de')).toBe('Bis bald')
    expect(ownText(both['words'] as never, subject, 'ar')).toBeUndefined()
    expect(withText(both, textOf('Log in'), 'ar', '')).toEqual(german)
    expect(withText(german, subject, 'de', '')).toEqual({ Welcome: 'Hello' })
  })
})
