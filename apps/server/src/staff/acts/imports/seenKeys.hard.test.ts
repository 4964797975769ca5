import { expect, it } from 'vitest'
import { SeenKeys } from './seenKeys.ts'

it('remembers the two keys of ten million lines, which are more than a Map holds', () => {
  const seen = new SeenKeys()
  const lines = 10_000_000
  let twice = 0
  for (let line = 1; line <= lines; line += 1) {
    if (seen.lineOf(`username player${line}`, line) !== null) twice += 1
    if (seen.lineOf(`email player${line}@site.test`, line) !== null) twice += 1
  }
  expect(twice).toBe(0)
  expect(seen.lineOf('email player9999999@site.test', 1)).toBe(9_999_999)
})
