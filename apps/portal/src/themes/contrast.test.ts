import { expect, test } from 'vitest'
import { ownThemes } from '@gatehouse/contract/theme/ownThemes'
import { tokenNames } from '@gatehouse/contract/theme/tokenNames'
import { readThemes, readTokenNames } from '../../build/readThemes.ts'
import { measureContrast } from '../../build/contrast.ts'

const measured = measureContrast()

test('there are eight themes', () => {
  expect(new Set(measured.map(({ name }) => name.split(',')[0])).size).toBe(8)
})

test('the contract has the tokens of the sheets: `npm run themes --workspace apps/portal` writes them', () => {
  expect(ownThemes).toEqual(readThemes())
  expect(tokenNames).toEqual(readTokenNames())
})

test('every pair of colours of every theme and scheme has the contrast that it needs', () => {
  // A contrast that could not be measured is no contrast.
  const poor = measured.filter(({ found, needed }) => !(found >= needed))
  expect(poor.map(({ name, found, needed }) => `${name}: ${found} of ${needed}`)).toEqual([])
})
