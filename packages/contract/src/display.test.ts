import { describe, expect, test } from 'vitest'
import { ageOf, shortDate } from './dates.ts'
import { maskEmail, titleNameOf } from './display.ts'

test.each([
  ['player@example.com', 'p.....r@example.com'],
  ['first.last+tag@sub.site.co.uk', 'f.....g@sub.site.co.uk'],
  ['bob@x.com', 'b.....b@x.com'],
  ['jo@x.com', 'j.....o@x.com'],
  ['a@x.com', 'a.....a@x.com'],
  ['', ''],
  ['nick', ''],
])('the email %j is shown as %j (R-2.13-3)', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test.each([
  ['A;B', 'A B'],
  ['A;;B;', 'A B'],
  [' Map Maker ; VIP ', 'Map Maker VIP'],
  ['VIP', 'VIP'],
  [';', ''],
  ['', ''],
  [null, ''],
])('the titles %j read %j (R-3.1-6)', (titles, shown) => {
  expect(titleNameOf(titles)).toBe(shown)
})

test.each([
  ['2021-05-04T12:00:00Z', '04/05/21'],
  ['2024-03-07T02:30:00Z', '07/03/24'],
  ['2024-03-07T02:30:00+05:00', '06/03/24'],
  ['2009-12-31T23:59:59', '31/12/09'],
  ['2000-01-01', '01/01/00'],
  ['abc', ''],
  ['2021-99-04', ''],
  [null, ''],
])('the date %j is shown as %j (R-2.12-3)', (date, shown) => {
  expect(shortDate(date)).toBe(shown)
})

describe('the shown age (R-2.17-7)', () => {
  const now = new Date('2025-06-15T12:00:00Z')
  const minute = 60
  const hour = 60 * minute
  const day = 24 * hour

  test.each([
    [0, 0, 'second'],
    [-30, 0, 'second'],
    [1, 1, 'second'],
    [59, 59, 'second'],
    [59.6, 1, 'minute'],
    [60, 1, 'minute'],
    [89, 1, 'minute'],
    [90, 2, 'minute'],
    [59 * minute + 29, 59, 'minute'],
    [59 * minute + 30, 1, 'hour'],
    [89 * minute, 1, 'hour'],
    [90 * minute, 2, 'hour'],
    [3 * hour + 29 * minute, 3, 'hour'],
    [23 * hour + 29 * minute, 23, 'hour'],
    [23 * hour + 30 * minute, 1, 'day'],
    [35 * hour + 59 * minute, 1, 'day'],
    [36 * hour, 2, 'day'],
    [10 * day + 11 * hour, 10, 'day'],
    [10 * day + 12 * hour, 11, 'day'],
    [400 * day, 400, 'day'],
  ])('of a synchronisation %f seconds ago is %i %s', (seconds, count, unit) => {
    const moment = new Date(now.getTime() - seconds * 1000).toISOString()
    expect(ageOf(moment, now)).toEqual({ count, unit })
  })

  test.each([null, 'abc'])('of a synchronisation at %j is empty', (moment) => {
    expect(ageOf(moment, now)).toBeNull()
  })
})
