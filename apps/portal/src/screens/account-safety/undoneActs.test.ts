import type { LedgerAct } from '@gatehouse/contract/activity'
import { expect, test } from 'vitest'
import { undoneFrom } from './undoneActs.ts'

const entry = (Id: number, Act: LedgerAct) => ({ Id, Act })
const entries = [
  entry(5, 'signed-in'),
  entry(4, 'app-added'),
  entry(3, 'password-set'),
  entry(2, 'email-changed'),
  entry(1, 'renamed'),
]

test('What is undone is the chosen act with all that came after it', () => {
  expect(undoneFrom(entries, 2)).toEqual([entry(4, 'app-added'), entry(2, 'email-changed')])
})

test('A log-in and a new password are put back by no list', () => {
  expect(undoneFrom(entries, 5)).toEqual([])
})
