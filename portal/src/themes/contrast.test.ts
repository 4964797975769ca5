import { expect, test } from 'vitest'
import { measureContrast } from './contrast.ts'

const measured = measureContrast()

test('there are seven themes', () => {
  expect(new Set(measured.map(({ name }) => name.split(',')[0])).size).toBe(7)
})

test.each(measured)('$name has a contrast of $needed', ({ found, needed }) => {
  expect(found).toBeGreaterThanOrEqual(needed)
})
