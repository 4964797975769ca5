import { expect, it } from 'vitest'
import { SeenKeys } from './seenKeys.ts'

it('the first line of a key is remembered among a hundred thousand', () => {
  const seen = new SeenKeys()
  let twice = 0
  for (let line = 1; line <= 100_000; line += 1) {
    if (seen.lineOf(`key ${line}`, line) !== null) twice += 1
  }
  expect(twice).toBe(0)
  for (const line of [1, 2048, 2049, 65_537, 100_000]) {
    expect(seen.lineOf(`key ${line}`, 200_000)).toBe(line)
  }
  expect(seen.lineOf('another', 7)).toBeNull()
})
