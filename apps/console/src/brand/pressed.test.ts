import { expect, test } from 'vitest'
import { textsSaying } from './pressed.ts'
import type { Text } from './texts.ts'

const texts = [
  'Log in',
  'Log in to {studio}',
  'By <0>registering</0> you accept the {document}.',
  '{count, plural, one {# player} other {# players}}',
  '{name}: {value}',
  'Privacy Policy',
].map((en): Text => ({ kind: 'portal', key: en, places: [], said: { en } }))

const found = (...said: readonly string[]) =>
  textsSaying({ said }, texts, (text) => text.said.en).map(({ key }) => key)

test('words of a picture lead to the texts that say them, with any values and tags', () => {
  expect(found('Log in')).toEqual(['Log in'])
  expect(found(' Log in to \u2068Two Point\u2069\n')).toEqual(['Log in to {studio}'])
  expect(found('12 players')).toEqual(['{count, plural, one {# player} other {# players}}'])
  expect(found('Privacy Policy', 'By registering you accept the Privacy Policy.')).toEqual([
    'Privacy Policy',
    'By <0>registering</0> you accept the {document}.',
  ])
})

test('words that no text says lead to none, nor to a text of values alone', () => {
  expect(found('PlayerOne', 'Name: PlayerOne', '')).toEqual([])
  expect(found('log in (.*)')).toEqual([])
})

test('a text is found by the words that a draft gives it', () => {
  const own = textsSaying({ said: ['Come in'] }, texts, ({ key }) =>
    key === 'Log in' ? 'Come in' : key,
  )
  expect(own.map(({ key }) => key)).toEqual(['Log in'])
})
