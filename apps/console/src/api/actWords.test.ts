import { actNames } from '@gatehouse/contract/acts/everyAct'
import { expect, test } from 'vitest'
import { byTopic, labelOf, oppositeOf, titleOf, verbOnPlayer } from './actWords.ts'

test('an act has a title by its words, and a shorter one on the page of a player', () => {
  expect(titleOf('players end-sessions')).toBe('Players: end sessions')
  expect(titleOf('ip-bans add')).toBe('IP bans: add')
  expect(verbOnPlayer('players end-sessions')).toBe('End sessions')
  expect(verbOnPlayer('badges give')).toBe('Give badge')
})

test('a name of a field becomes a label', () => {
  expect(['bannedUntil', 'approved_by', 'id'].map((name) => labelOf(name))).toEqual([
    'Banned until',
    'Approved by',
    'ID',
  ])
})

test('every act has its topic, and none is lost', () => {
  const all = [...byTopic(actNames).values()].flat()
  expect(all.toSorted()).toEqual([...actNames].toSorted())
  expect(byTopic(['players burn']).size).toBe(0)
})

test('a ban can be taken back, and an erasure cannot', () => {
  expect(oppositeOf('players ban')).toBe('players unban')
  expect(oppositeOf('players erase')).toBeUndefined()
})
