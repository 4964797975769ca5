import { ageOf } from '@gatehouse/contract/dates'
import { languages } from '@gatehouse/contract/languages'
import { describe, expect, test } from 'vitest'
import { agoIn, dateIn, dayIn, listOf } from './formats.ts'

const day = new Date('2024-03-07T00:00:00Z')

test.each([
  ['fr', '07/03/2024'],
  ['es', '07/03/2024'],
  ['it', '07/03/2024'],
  ['pt-BR', '07/03/2024'],
  ['ar', '07/03/2024'],
  ['de', '07.03.2024'],
  ['pl', '07.03.2024'],
  ['ru', '07.03.2024'],
  ['ja', '2024/03/07'],
  ['zh-Hans', '2024/03/07'],
  ['ko', '2024. 03. 07.'],
])('in %s a day in digits is written %s (AT-LNG-09)', (language, written) => {
  expect(dayIn(language, day)).toBe(written)
})

const hours = (language: string, amounts: readonly number[]) =>
  amounts.map((count) => agoIn(language, { count, unit: 'hour' }).replaceAll(/[\d\s]/g, ''))

describe('an age', () => {
  const now = new Date('2025-06-15T12:00:00Z')
  const counts = [0, 1, 2, 3, 11, 21, 100]
  const units = [
    ['second', 1],
    ['minute', 60],
    ['hour', 3600],
    ['day', 86_400],
  ] as const
  const ages = units.flatMap(([unit, size]) =>
    counts.map((count) => ({ unit, count, at: new Date(now.getTime() - count * size * 1000) })),
  )

  test.each(languages)(
    'is written in %s as Intl writes it, in Latin digits (AT-LNG-08)',
    (language) => {
      const intl = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'always' })
      for (const { at } of ages) {
        const age = ageOf(at.toISOString(), now)
        expect(age).not.toBeNull()
        if (age === null) continue
        expect(agoIn(language, age)).toBe(intl.format(-age.count, age.unit))
        expect(agoIn(language, age)).not.toMatch(/[٠-٩۰-۹]/)
      }
    },
  )

  test.each(ages.filter(({ count, unit }) => unit !== 'second' || count < 60))(
    'of $count × $unit is written in English in the fixed words (AT-LNG-08)',
    ({ count, unit }) => {
      expect(agoIn('en', { count, unit })).toBe(`${count} ${unit}${count === 1 ? '' : 's'} ago`)
    },
  )

  test('has the six forms of Arabic and the three of Polish and Russian (AT-LNG-08)', () => {
    expect(new Set(hours('ar', [1, 2, 3, 11, 100])).size).toBe(4)
    expect(new Set(hours('pl', [1, 2, 11])).size).toBe(3)
    expect(new Set(hours('ru', [1, 2, 11])).size).toBe(3)
  })
})

test('a list has the commas of its language, and English the ones it always had', () => {
  expect(listOf('en', ['A', 'B', 'C'])).toBe('A, B, C')
  expect(listOf('en', ['A', 'B'])).toBe('A, B')
  expect(listOf('de', ['A', 'B', 'C'])).toBe('A, B und C')
  expect(listOf('ja', ['A', 'B', 'C'])).toBe('A、B、C')
})

test.each(languages)('a long date in %s has Latin digits and a year of ours', (language) => {
  const written = dateIn(language, day, { dateStyle: 'long', timeZone: 'UTC' })
  expect(written).toMatch(/7/)
  expect(written).toMatch(/2024/)
})
