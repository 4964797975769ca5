import { topics } from '@gatehouse/contract/acts/everyAct'
import { expect, test } from 'vitest'
import { ada, aud, bea, sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { actsByGroup, groups, keysOfScreens, menuOf, screensOf } from './screens.ts'
import { may, placeAt, placesOf } from './useMe.ts'

const unique = (at: 0 | 1) => new Set(keysOfScreens.map((each) => each[at])).size

const titlesOf = (me: typeof sam, at: string) => {
  const place = placeAt(me, at)
  return place === undefined ? null : screensOf(place).map(({ title }) => title)
}

test('each role has the screens whose act it may order', () => {
  expect(titlesOf(sam, 'prod')).toEqual([
    'Players',
    'Support code',
    'Blocked addresses',
    'Outbox',
    'Requests',
  ])
  expect(titlesOf(bea, 'prod')).toContain('Look and configuration')
  expect(titlesOf(bea, 'prod')).not.toContain('Players')
  expect(titlesOf(aud, 'prod')).toContain('Audit log')
  expect(titlesOf(ada, 'house')).toContain('Health')
})

test('the menu has the groups in which a role has a screen', () => {
  const menuOfSam = placeAt(sam, 'prod')
  if (menuOfSam === undefined) throw new Error('Sam has PROD.')
  expect(menuOf(menuOfSam).map(({ title }) => title)).toEqual(['Players', 'Messages', 'House'])
  expect(groups.map(({ title }) => title)).toEqual([
    'Players',
    'Messages',
    'Look',
    'Access',
    'Figures',
    'House',
  ])
})

test('each topic of acts is in one group, so that no act of a role is lost', () => {
  expect(groups.flatMap((group) => group.topics).toSorted()).toEqual(Object.keys(topics).toSorted())
  for (const me of [sam, bea, ada, aud]) {
    for (const place of placesOf(me)) {
      const listed = actsByGroup(place).flatMap(([, names]) => names)
      expect(listed.toSorted()).toEqual(place.acts.toSorted())
    }
  }
})

test('no two screens have one address or one key', () => {
  expect([unique(0), unique(1)]).toEqual([keysOfScreens.length, keysOfScreens.length])
  // The keys behind `g` are one letter, and `s` is Start.
  expect(keysOfScreens.filter(([key]) => !/^[a-rt-z]$/.test(key))).toEqual([])
})

test('the house is a place of those who have acts there, and behind the deployments', () => {
  expect(placesOf(sam).map(({ path }) => path)).toEqual(['prod', 'relic'])
  expect(placesOf(ada).map(({ path }) => path)).toEqual(['prod', 'relic', 'showcase', 'house'])
  expect(placeAt(ada, 'house')).toMatchObject({ title: 'All deployments', deployment: null })
  expect(placeAt(sam, 'house')).toBeUndefined()
  expect(placeAt(sam, undefined)).toBeUndefined()
  expect(may(undefined, 'players ban')).toBe(false)
  expect(may(placeAt(bea, 'prod'), 'players ban')).toBe(false)
})
