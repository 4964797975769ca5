import { expect, test } from 'vitest'
import { countries, suggestCountries } from './countries.ts'

test('at most five countries are suggested, those that begin with it first (R-3.13-10)', () => {
  expect(suggestCountries('an')).toHaveLength(5)
  expect(suggestCountries('an')[0]).toMatch(/^An/)
  expect(suggestCountries('FRANC')).toEqual(['France'])
})

test.each(['', ' ', 'zzzz'])('nothing is suggested for %j', (typed) => {
  expect(suggestCountries(typed)).toEqual([])
})

test('no country stands twice', () => {
  expect(new Set(countries).size).toBe(countries.length)
})
