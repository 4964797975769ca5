import { expect, test } from 'vitest'
import { maskDate } from './maskDate.ts'

/** Types `keys` one after the other, '<' being backspace. */
function type(keys: string): string[] {
  let value = ''
  return [...keys].map((key) => {
    value = maskDate(value, key === '<' ? value.slice(0, -1) : value + key)
    return value
  })
}

test('dashes appear after the 4th and the 7th character (R-5.1-2 R-5.1-3)', () => {
  expect(type('20000115')).toEqual([
    '2',
    '20',
    '200',
    '2000-',
    '2000-0',
    '2000-01-',
    '2000-01-1',
    '2000-01-15',
  ])
})

test('backspace empties the field (R-5.1-4)', () => {
  const values = type('20000115<<<<<<<<<<')
  expect(values.at(-1)).toBe('')
  expect(values).toContain('2000-01')
})

test.each([
  ['20000115', '2000-01-15'],
  ['2000/01/15', '2000-01-15'],
  [' 2000-01-15 ', '2000-01-15'],
  ['2000011599', '2000-01-15'],
  ['abcd', ''],
])('a pasted %j becomes %j', (pasted, shown) => {
  expect(maskDate('', pasted)).toBe(shown)
})
