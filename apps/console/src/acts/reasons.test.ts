import { expect, test } from 'vitest'
import { complaintAbout } from './reasons.ts'

test.each([
  ['', 'is needed: a ticket’s number will do'],
  ['  \n ', 'is needed: a ticket’s number will do'],
  ['ok', expect.stringContaining('shorter')],
  ['ada@example.com asked', expect.stringContaining('address')],
  ['x'.repeat(5000), expect.any(String)],
  ['ticket 4711', undefined],
])('the reason %j has its complaint, or none', (why, complaint) => {
  expect(complaintAbout(why)).toEqual(complaint)
})
