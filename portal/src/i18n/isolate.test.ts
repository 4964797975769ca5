import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

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
