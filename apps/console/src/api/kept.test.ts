import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPlayer, lastPlayers } from '../screens/openPlayer.ts'
import { keepReason, lastReasons } from '../acts/reasons.ts'
import { keep, keepFor, owner, readKept } from './kept.ts'

const root = join(import.meta.dirname, '..')

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
)

const stores =
  /\b(?:local|session)Storage\b|\bindexedDB\b|\bcaches\b|\bcookieStore\b|document\.cookie/
const channels = /\bBroadcastChannel\b|\bSharedWorker\b/

const filesWith = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

test('one module alone keeps values in the browser, and one alone speaks to other tabs', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(filesWith(stores)).toEqual(['api/kept.ts'])
  expect(filesWith(channels)).toEqual(['api/tabs.ts'])
})

const signedIn = owner.read()

beforeEach(() => keepFor('sam'))

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  keepFor(signedIn)
})

test('what is kept is of one person, and is gone with the sign-in of another one', () => {
  keep('reasons', ['ticket 1'])
  expect(readKept('reasons')).toEqual(['ticket 1'])
  expect(Object.keys(localStorage)).toEqual(['gatehouse.sam.reasons'])
  keepFor('sam')
  expect(readKept('reasons')).toEqual(['ticket 1'])
  keepFor('ada')
  expect(readKept('reasons')).toBeNull()
  keepFor('sam')
  expect(readKept('reasons')).toBeNull()
})

test('a name that another one begins with is another person', () => {
  keep('players', [])
  keepFor('sa')
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('nothing is kept or read without a person, nor on the page of another one', () => {
  keepFor(null)
  keep('reasons', ['ticket 1'])
  keepFor('ada', 'sam')
  keep('reasons', ['ticket 2'])
  expect([readKept('reasons'), localStorage.length]).toEqual([null, 0])
})

test('a browser that keeps nothing, or has kept junk, is as one that has nothing', () => {
  localStorage.setItem('gatehouse.sam.reasons', '{')
  expect(readKept('reasons')).toBeNull()
  localStorage.setItem('gatehouse.sam.reasons', '{"0":"ticket 1"}')
  sessionStorage.setItem('gatehouse.sam.players', '7')
  expect([lastReasons(), lastPlayers()]).toEqual([[], []])
  localStorage.setItem('gatehouse.sam.reasons', '["ticket 1", 7, null]')
  expect(lastReasons()).toEqual(['ticket 1'])
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  keep('reasons', ['ticket 1'])
  keepFor('ada')
  expect(readKept('reasons')).toBeNull()
  expect(owner.read()).toBe('ada')
})

test('the last five reasons are kept, the newest first and each once', () => {
  for (const number of [1, 2, 3, 4, 5, 6, 3]) keepReason(`ticket ${number}`)
  expect(lastReasons()).toEqual(['ticket 3', 'ticket 6', 'ticket 5', 'ticket 4', 'ticket 2'])
})

test('the last eight players are kept, the newest first, each once in a deployment and by the newest name', () => {
  for (let id = 1; id <= 9; id += 1) keepPlayer({ place: 'prod', id, username: `Player${id}` })
  keepPlayer({ place: 'relic', id: 9, username: 'Guybrush' })
  keepPlayer({ place: 'prod', id: 5, username: 'Renamed' })
  expect(lastPlayers().map(({ place, id, username }) => `${place} ${id} ${username}`)).toEqual([
    'prod 5 Renamed',
    'relic 9 Guybrush',
    'prod 9 Player9',
    'prod 8 Player8',
    'prod 7 Player7',
    'prod 6 Player6',
    'prod 4 Player4',
    'prod 3 Player3',
  ])
})
