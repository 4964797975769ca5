import { expect, test } from 'vitest'
import { inOwnTime, relativeTo } from './Moment.tsx'

const now = Date.parse('2026-11-27T12:00:00Z')

test.each([
  ['2026-11-27T11:59:40Z', 'now'],
  ['2026-11-27T11:30:00Z', '30 minutes ago'],
  ['2026-11-26T12:00:00Z', 'yesterday'],
  ['2026-12-04T12:00:00Z', 'in 7 days'],
  ['2024-11-27T12:00:00Z', '2 years ago'],
])('the distance to %s is "%s"', (moment, words) => {
  expect(relativeTo(now, new Date(moment))).toBe(words)
})

test('a moment in a sentence of the server is written as on the person’s clock', () => {
  const sentence = inOwnTime('PlayerOne is banned until 2026-12-04T12:00:00.000Z.')
  expect(sentence).toMatch(/^PlayerOne is banned until \d Dec 2026, \d\d:00\.$/)
  expect(inOwnTime('ticket 2026-12-04')).toBe('ticket 2026-12-04')
})
