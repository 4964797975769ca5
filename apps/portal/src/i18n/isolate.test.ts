import { expect, test } from 'vitest'
import { isolate, withoutDirections } from './isolate.ts'

test.each(['PlayerOne', 'Guild 2!', 'Zoë', '日本'])(
  '%s in an English sentence stays as it is',
  (name) => {
    expect(isolate(name)).toBe(name)
  },
)

test.each(['سلام', 'שלום', 'Mia سلام'])(
  '%s does not turn the words around it (PX-24, L31)',
  (name) => {
    expect(isolate(name)).toBe(`\u2068${name}\u2069`)
  },
)

test('marks that turn directions are no part of a name (PX-24, L31)', () => {
  expect(withoutDirections('\u202Egnp\u2066.\u2069exe\u200F\u061C')).toBe('gnp.exe')
  expect(isolate('\u2067\u202Eabc')).toBe('abc')
})
