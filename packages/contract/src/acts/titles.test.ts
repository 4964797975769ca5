import { describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import type { ActRow } from './act.ts'
import { actNames, everyAct } from './everyAct.ts'
import {
  actDone,
  actTitle,
  objectOf,
  orderParts,
  requestFor,
  shortTitle,
  titleParts,
} from './titles.ts'

const verbs = new Set(
  [
    'Add Approve Ban Change Check Clean Count Discard Drop Erase Export Find Freeze Give Go',
    'Import Lift List Log Look Make Migrate Move Open Preview Print Publish Read Refuse Remove Reorder',
    'Retry Revoke Save Send Set Show Sign Spread Stage Start Stop Unban Unblock Unlink Unlock Unstage',
    'Verify Withdraw',
  ]
    .join(' ')
    .split(' '),
)

/** 'player' in 'Ban {a player}' */
const generalIn = (text: string | null) => /\{(?:an?|the) ([^}]*)\}/i.exec(text ?? '')?.[1]

const braces = (text: string) => [...text.matchAll(/[{}]/g)].map(([sign]) => sign).join('')

describe.each(actNames.map((name) => ({ name, row: everyAct[name] as ActRow })))(
  '$name',
  ({ name, row: { title, done, request, summary, order, kind, needsApproval } }) => {
    it('has a title that begins with its verb, and ends without a stop', () => {
      expect(verbs).toContain(title.split(' ')[0])
      expect(title).toMatch(/[^.…?!]$/)
      expect(title.length).toBeLessThanOrEqual(60)
    })

    it('says what is done exactly where something is, as a sentence', () => {
      expect(done !== null).toBe(kind === 'act' || kind === 'long')
      expect(done ?? 'A.').toMatch(/^\{?[A-Z].*\.$/)
    })

    it('says how a request for it is called exactly where a second person is asked', () => {
      expect(request !== null).toBe(needsApproval)
      expect(request ?? 'the').toMatch(/^the\b/)
    })

    it('names one thing at most, and the same one in each of its sentences', () => {
      for (const text of [title, done ?? '', request ?? '']) {
        expect(braces(text)).toMatch(/^(?:\{\})?$/)
      }
      const others = [done, request].flatMap((text) => generalIn(text) ?? [])
      expect(others.filter((each) => each !== generalIn(title))).toEqual([])
    })

    it('explains itself and its fields without the name of a command', () => {
      const said = JSON.stringify([
        summary,
        z.toJSONSchema(order, { unrepresentable: 'any', io: 'input' }),
      ])
      const named = actNames.filter(
        (each) => new RegExp(`\\b${each}\\b`).test(said) && each.includes(' '),
      )
      expect([said.match(/\bacts?\b/), named]).toEqual([null, []])
    })

    it('reads well without the name, with it, and beside it', () => {
      const all = [actTitle(name), actTitle(name, 'Ada'), actDone(name), shortTitle(name)]
      expect(all.join()).not.toMatch(/[{}]| {2}/)
      expect(actTitle(name, '')).toBe(actTitle(name))
    })
  },
)

test('acts on a player have a short title that is whole without the player', () => {
  const dangling = /(?<!-)\b(?:of|to|from|for|with|on|in|a|an|the|one)$/
  const onPlayer = actNames.filter((name) => everyAct[name].title.includes('{a player}'))
  const acts = onPlayer.filter((name) => everyAct[name].kind !== 'look')
  expect(acts.map(shortTitle).filter((title) => dangling.test(title))).toEqual([])
  expect(shortTitle('players export')).toBe('Export data')
  expect(shortTitle('badges give')).toBe('Give a badge')
})

test('no two acts have one title', () => {
  const titles = actNames.map((name) => actTitle(name))
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
})

test('a request is approved, refused and asked for by one name', () => {
  const asked = requestFor('players export', 'PlayerTwo')
  expect(actTitle('approvals approve', asked)).toBe('Approve the export of PlayerTwo')
  expect(actDone('approvals refuse', asked)).toBe('The export of PlayerTwo is refused.')
  const { before, about } = orderParts('players export', 'PlayerTwo')
  expect(before + about).toBe('Ask for the export of PlayerTwo')
  expect(orderParts('players ban', 'PlayerTwo')).toEqual(titleParts('players ban', 'PlayerTwo'))
})

test('a name keeps its letters, and words of ours begin a sentence with a capital', () => {
  expect(actDone('players ban', 'guybrush')).toBe('guybrush is banned.')
  expect(actDone('mailings stop', 'mailing 7')).toBe('Mailing 7 has stopped.')
  expect(actTitle('mailings stop', 'mailing 7')).toBe('Stop mailing 7')
  expect(titleParts('players ban', 'Ada').isNamed).toBe(true)
  expect(titleParts('players find', 'Ada').isNamed).toBe(false)
})

test('an order says what it is about by its own fields', () => {
  expect(objectOf({ player: 'Ada', deployment: 'prod' })).toBe('Ada')
  expect(objectOf({ mailing: 7, deployment: 'prod', revision: 2 })).toBe('mailing 7')
  expect(objectOf({ players: 'Ada\nBob', deployment: 'prod' })).toBe('')
})

test('an act of another version is called by its words', () => {
  expect(actTitle('players burn', 'Ada')).toBe('players burn')
  expect(actDone('players burn')).toBe('')
})
