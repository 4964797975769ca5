import { describe, expect, test } from 'vitest'
import { formDefects } from './formDefects.ts'
import { joined, numbersOf, partsOf, readable, withWords } from './messageForms.ts'

const players = '{count, plural, one {# player} other {# players}}'

describe('the forms of a message', () => {
  test('are apart from the words around them, and hold values and tags', () => {
    const message = `Seen by <0>${players}</0> and {name}.`
    const parts = partsOf(message) ?? []
    expect(parts).toEqual([
      'Seen by <0>',
      {
        name: 'count',
        kind: 'plural',
        forms: [
          ['one', '# player'],
          ['other', '# players'],
        ],
      },
      '</0> and {name}.',
    ])
    expect(joined(parts)).toBe(message)
    expect(readable(message)).toBe('Seen by # player / # players and {name}.')
    const two = `${players} of {total, plural, =1 {one} other {# for {name}}}`
    expect(partsOf(two)).toHaveLength(3)
    expect(joined(partsOf(two) ?? [])).toBe(two)
  })

  test('take other words, which the rules of the server accept', () => {
    const changed = joined(withWords(partsOf(players) ?? [], [0, 'other'], 'all # of them'))
    expect(changed).toBe('{count, plural, one {# player} other {all # of them}}')
    expect(formDefects(players, changed, 'en')).toEqual([])
    expect(withWords(['Hello'], [0, ''], 'Bye')).toEqual(['Bye'])
  })

  test('are not there in a message without a choice, nor in one that is written otherwise', () => {
    for (const message of [
      'Hello {name}',
      '{count,plural,one{#}other{#}}',
      `${players} and '{'quotes'}'`,
      '{count, plural, one {# player} other {',
      joined(withWords(partsOf(players) ?? [], [0, 'other'], '} of {')),
    ]) {
      expect(partsOf(message)).toBeNull()
    }
  })

  test('are for numbers, by the rules of a language', () => {
    const [choice] = partsOf(players) ?? []
    if (choice === undefined || typeof choice === 'string') throw new Error('no choice')
    expect(numbersOf(choice, 'one', 'en')).toBe('1')
    expect(numbersOf(choice, 'other', 'en')).toBe('0, 2, 3 …')
    expect(numbersOf(choice, 'two', 'ar')).toBe('2')
    expect(numbersOf(choice, '=5', 'en')).toBe('5')
  })
})
