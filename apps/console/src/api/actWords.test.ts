import { expect, test } from 'vitest'
import { labelOf, oppositeOf } from './actWords.ts'

test('a name of a field becomes a label', () => {
  expect(['bannedUntil', 'approved_by', 'id', 'provenBy'].map((name) => labelOf(name))).toEqual([
    'Banned until',
    'Approved by',
    'ID',
    'Logs in with',
  ])
})

test('a ban can be taken back, and an erasure cannot', () => {
  expect(oppositeOf('players ban')).toBe('players unban')
  expect(oppositeOf('players erase')).toBeUndefined()
})
