import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placesDatabase } from '../../test/fixtures/placesDatabase.ts'
import { createPlaces } from './places.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-places-'))

test('an address has the city and the country of the database, in the language of its reader', () => {
  const file = join(folder, 'city.mmdb')
  writeFileSync(file, placesDatabase())
  const places = createPlaces({ GEO_DATABASE: file })
  expect(places.placeOf('81.2.69.142', 'de')).toBe('Genf, Schweiz')
  expect(places.placeOf('81.2.69.142', 'ko')).toBe('Geneva, Switzerland')
  expect(places.placeOf('203.0.113.9', 'en')).toBe('')
  expect(places.placeOf('2001:db8::1', 'en')).toBe('')
})

test('without a database no address has a place', () => {
  expect(createPlaces({ GEO_DATABASE: '' }).placeOf('81.2.69.142', 'en')).toBe('')
})

test('a database that cannot be read is named with its setting', () => {
  const file = join(folder, 'broken.mmdb')
  expect(() => createPlaces({ GEO_DATABASE: file })).toThrow(/^GEO_DATABASE cannot be read/)
  writeFileSync(file, 'no database')
  expect(() => createPlaces({ GEO_DATABASE: file })).toThrow(/^GEO_DATABASE cannot be read/)
})
