import { expect, test } from 'vitest'
import { countries, countryIn, countryNamed, suggestCountries } from './countries.ts'
import { languages } from './languages.ts'

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

test.each([
  ['fr', 'alle', 'Allemagne'],
  ['fr', 'Germa', 'Allemagne'],
  ['de', 'osterr', 'Österreich'],
  ['ja', 'ドイ', 'ドイツ'],
  ['ar', 'المانيا', 'ألمانيا'],
  ['ar', 'ألمـــانيا', 'ألمانيا'],
  ['ru', 'ГЕРМ', 'Германия'],
])('in %s the survey suggests for %j first %j', (language, typed, suggested) => {
  expect(suggestCountries(typed, language)[0]).toBe(suggested)
})

test.each(languages)('each name that is shown in %s is the answer of one country', (language) => {
  const shown = countries.map((country) => countryIn(country, language))
  expect(new Set(shown).size).toBe(countries.length)
  expect(shown.map((name) => countryNamed(name, language))).toEqual(countries)
  for (const name of shown) expect(suggestCountries(name, language).length).toBeLessThanOrEqual(5)
})

test('English keeps the specification’s spelling, also where the browser has another', () => {
  expect(countryIn('Turkey', 'en')).toBe('Turkey')
  expect(countryNamed('ivory COAST')).toBe('Ivory Coast')
  expect(countryNamed('Ivory Coast', 'fr')).toBe('Ivory Coast')
})
