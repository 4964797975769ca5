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

test('each word that is typed is in the choice, in any order and letter case, or in the words of its command', () => {
  expect(labels('bans ip')).toEqual({ Actions: ['List IP bans'] })
  expect(labels('EVERYWHERE log')).toMatchObject({ Actions: ['Log a player out everywhere'] })
  expect(labels('end-sessions')).toMatchObject({ Actions: ['Log a player out everywhere'] })
  expect(labels('prod audit')).toEqual({})
  expect(labels('prod audit', { me: ada })['Screens']).toEqual(['Audit log'])
  expect(labels('nothing has this name')).toEqual({})
})

test('an empty text offers screens and the other deployments, and never more than a dozen choices', () => {
  const all = labels('', { me: ada })
  expect(all['Actions']).toBeUndefined()
  expect(all['Deployments']).toEqual(['RELIC', 'SHOWCASE', 'All deployments'])
  expect(labels('', { me: ada, at: 'house' })['Deployments']).toEqual(['PROD', 'RELIC', 'SHOWCASE'])
  for (const typed of ['', 'a', 'player', 'show', 's']) {
    const shown = Object.values(labels(typed, { me: ada, player: playerOne })).flat()
    expect(shown.length).toBeLessThanOrEqual(12)
  }
})

test('the best choice is the first: what begins with the text, and then what has a word that does', () => {
  expect(labels('ban', { me: ada })['Actions']?.slice(0, 4)).toEqual([
    'Ban a player',
    'Ban a list of players',
    'Ban an IP address or network',
    'List IP bans',
  ])
  expect(labels('out')['Screens']?.[0]).toBe('Outbox')
})

test('before a deployment is chosen, an act asks for one of those that have it', () => {
  const at = 'nowhere'
  const [ban] = offered('ban', { at })['Actions'] ?? []
  expect(ban).toMatchObject({ label: 'Ban a player', note: 'in 2 deployments' })
  expect(ban?.among?.map(({ label }) => label)).toEqual(['PROD', 'RELIC'])
  ban?.among?.[1]?.run()
  expect(openAct.read()).toMatchObject({ name: 'players ban', place: { path: 'relic' } })
  const [search] = offered('p ada', { at })['Players'] ?? []
  search?.run()
  expect(go).toHaveBeenCalledWith('/?q=ada')
  // One deployment alone leaves nothing to choose.
  const [only] = offered('publish', { me: bea, at })['Actions'] ?? []
  expect(only).toMatchObject({ label: 'Publish a draft', note: 'PROD' })
  expect(only?.among).toBeUndefined()
})

test('the words may name the deployment, also another one than that which is open', () => {
  for (const at of ['nowhere', 'prod']) {
    openAct.write(null)
    const [ban] = offered('ban relic', { at })['Actions'] ?? []
    expect(ban).toMatchObject({ label: 'Ban a player', note: 'RELIC' })
    ban?.run()
    expect(openAct.read()).toMatchObject({ name: 'players ban', place: { path: 'relic' } })
  }
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
  expect(labels('list', { player: playerOne })).not.toHaveProperty('This player')
})

test('a look leads to its page, and every other act opens its dialog', () => {
  offered('list ip bans')['Actions']?.[0]?.run()
  expect(go).toHaveBeenCalledWith('/prod/look/ip-bans/list')
  expect(openAct.read()).toBeNull()
  const { Actions = [] } = offered('players ban')
  Actions.find(({ id }) => id === 'act players ban')?.run()
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
