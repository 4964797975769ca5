import { beforeEach, expect, test, vi } from 'vitest'
import { ada, aud, bea, sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { openAct } from '../acts/openAct.ts'
import { placeAt } from '../api/useMe.ts'
import { choicesOf, pathIn, type Ways } from './choices.ts'

const go = vi.fn<Ways['go']>()
const signOut = vi.fn<() => void>()

beforeEach(() => {
  go.mockClear()
  openAct.write(null)
})

/** What the palette offers for a text, by its groups. */
function offered(typed: string, { me = sam, at = 'prod', player = null as Ways['player'] } = {}) {
  const groups = choicesOf(me, placeAt(me, at), { go, player, signOut })(typed)
  return Object.fromEntries(groups.map(({ title, items }) => [title, items]))
}

const labels = (...given: Parameters<typeof offered>) =>
  Object.fromEntries(
    Object.entries(offered(...given)).map(([title, items]) => [
      title,
      items.map((one) => one.label),
    ]),
  )

const playerOne = { place: 'prod', id: 12, username: 'PlayerOne' }

test('an id leads to its player, and p and a name to a search', () => {
  offered('id=12')['Players']?.[0]?.run()
  offered(' id=7 ')['Players']?.[0]?.run()
  offered('p Ada & Co')['Players']?.[0]?.run()
  expect(go.mock.calls).toEqual([
    ['/prod/players/12'],
    ['/prod/players/7'],
    ['/prod/players?q=Ada+%26+Co'],
  ])
  for (const typed of ['id=12x', 'p', 'p ', 'player']) {
    expect(offered(typed)).not.toHaveProperty('Players')
  }
})

test('a person who may not search players is offered no search, and one who is in no deployment that of all', () => {
  expect(offered('id=12', { me: bea })).not.toHaveProperty('Players')
  expect(offered('p ada', { me: bea })).not.toHaveProperty('Players')
  expect(offered('p ada', { at: 'nowhere' })['Players']).toMatchObject([
    { note: 'all deployments' },
  ])
})

test('each word that is typed stands in the choice, in any order and letter case', () => {
  expect(labels('ban ip')).toEqual({ Acts: ['IP bans: list'] })
  expect(labels('SESSIONS end')).toMatchObject({ Acts: ['Players: end sessions'] })
  expect(labels('prod audit')).toEqual({})
  expect(labels('prod audit', { me: ada })['Screens']).toEqual(['Audit log'])
  expect(labels('nothing has this name')).toEqual({})
})

test('an empty text offers screens, twelve acts and the other deployments', () => {
  const all = labels('', { me: ada })
  expect(all['Acts']).toHaveLength(12)
  expect(all['Screens']).toEqual(
    expect.arrayContaining(['Start', 'Players', 'My sessions', 'Sign out']),
  )
  expect(all['Deployments']).toEqual(['RELIC', 'SHOWCASE', 'All deployments'])
  expect(labels('', { me: ada, at: 'house' })['Deployments']).toEqual(['PROD', 'RELIC', 'SHOWCASE'])
})

test('acts on the open player are about that one, and are offered in the deployment of the player alone', () => {
  const ban = offered('ban', { player: playerOne })['This player']?.find(
    ({ id }) => id === 'own players ban',
  )
  expect(ban).toMatchObject({ label: 'Ban', note: 'PlayerOne' })
  ban?.run()
  expect(openAct.read()).toMatchObject({
    name: 'players ban',
    place: { path: 'prod' },
    preset: { player: 'id=12' },
    subject: { name: 'PlayerOne', id: 12 },
  })
  expect(offered('ban', { player: playerOne, at: 'relic' })).not.toHaveProperty('This player')
  // Looks that have a page are no acts on a player.
  expect(labels('', { player: playerOne })['This player']).not.toContain('Blocks')
})

test('a look leads to its page, and every other act opens its dialog', () => {
  offered('ip bans list')['Acts']?.[0]?.run()
  expect(go).toHaveBeenCalledWith('/prod/look/ip-bans/list')
  expect(openAct.read()).toBeNull()
  const { Acts = [] } = offered('players ban')
  Acts.find(({ id }) => id === 'act players ban')?.run()
  expect(openAct.read()).toMatchObject({ name: 'players ban', place: { path: 'prod' } })
  expect(go).toHaveBeenCalledTimes(1)
})

test('screens and the way out are run', () => {
  for (const name of ['Start', 'Requests', 'My sessions', 'Sign out'])
    offered(name.toLowerCase())['Screens']?.at(-1)?.run()
  expect(go.mock.calls).toEqual([['/'], ['/prod/approvals'], ['/sessions']])
  expect(signOut).toHaveBeenCalledTimes(1)
})

test('another deployment opens at the same screen, never at the same record, and at its first screen where it has not that one', () => {
  const [prod, house] = [placeAt(ada, 'prod'), placeAt(ada, 'house')]
  if (prod === undefined || house === undefined) throw new Error('Ada has both.')
  expect(pathIn(prod, '/relic/players/12')).toBe('/prod/players')
  expect(pathIn(prod, '/relic/audit')).toBe('/prod/audit')
  expect(pathIn(prod, '/')).toBe('/prod/players')
  expect(pathIn(house, '/prod/players/12')).not.toContain('players')
  expect(pathIn({ ...prod, acts: [] }, '/relic/players')).toBe('/prod')
  const own = placeAt(aud, 'prod')
  expect(own && pathIn(own, '/relic/brand')).not.toContain('12')
})
