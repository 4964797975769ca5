import { expect, test } from 'vitest'
import { countries, suggestCountries } from './countries.ts'

test('the survey suggests at most five countries, matches of the beginning first (R-3.13-10)', () => {
  expect(suggestCountries('an')).toHaveLength(5)
  expect(suggestCountries('an')[0]).toMatch(/^An/)
  expect(suggestCountries('FRANC')).toEqual(['France'])
})

test.each(['', ' ', 'zzzz'])('the survey suggests no country for %j', (typed) => {
  expect(suggestCountries(typed)).toEqual([])
})

test('the list names no country twice', () => {
  expect(new Set(countries).size).toBe(countries.length)
})
