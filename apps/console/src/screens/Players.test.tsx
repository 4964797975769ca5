import { beforeEach, expect, test } from 'vitest'
import { usual } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import {
  type Answering,
  done,
  refused,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { alert, allOf, button, find, press, until, wordsOf, write } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'

let server: Answering

beforeEach(async () => {
  server = open('/prod/players')
  await find('h1', 'Players')
})

const [, begins] = usual['players find'] as readonly { readonly players: readonly object[] }[]
const [player] = begins?.players ?? []

const group = (name: string, more: object = {}) => ({
  group: name,
  players: [],
  next: null,
  timedOut: false,
  isOff: false,
  isSkipped: false,
  ...more,
})

const search = async (text: string) => {
  await write(/^Name, address/, text)
  await press(button('Search'))
}

/** Searches, and answers the orders of it. */
async function searchFor(text: string, ...groups: readonly object[]) {
  server.answer('players find', () => done('', groups))
  await search(text)
  await until(() => expect(server.ordersOf('players find')).not.toEqual([]))
  return server.ordersOf('players find').map(({ order }) => order)
}

const cells = (title: string) => allOf(`td[data-title="${title}"]`).map(wordsOf)
const rows = () => allOf('tr[data-row]').map(({ dataset }) => dataset['row'])
const box = () => document.querySelector('#players-search') as HTMLInputElement

test('the search has the focus, and asks nothing before a text is typed', async () => {
  expect(document.activeElement).toBe(box())
  await find('.empty-title', 'Search for a player')
  await search('   ')
  await until(() => expect(location.search).toBe(''))
  expect(server.orders).toEqual([])
})

test('a text is searched for without the blanks around it, and stands in the address and the field', async () => {
  expect(await searchFor('  Ada & Co ', group('exact', { players: [player] }))).toEqual([
    { text: 'Ada & Co', deployment: 'prod' },
  ])
  await find('h2', 'Exactly this')
  expect([location.search, rows()]).toEqual(['?q=Ada+%26+Co', ['12']])
  history.pushState(null, '', '/prod/players?q=other')
  dispatchEvent(new PopStateEvent('popstate'))
  await until(() => expect(box().value).toBe('other'))
  expect(await find('a', 'PlayerOne')).toMatchObject({ pathname: '/prod/players/12' })
})

test('ways of searching that found nothing are not listed, and one that took too long is named', async () => {
  await searchFor(
    'player',
    group('exact'),
    group('begins', { players: [player], next: 'p 12' }),
    group('contains', { timedOut: true }),
    group('new-way', { timedOut: true }),
  )
  await find('.partial', '‘Contains it, new-way’ took too long; the rest is here.')
  expect(allOf('h2').map(wordsOf)).toEqual(['Begins with it'])
  // The next page is of that way alone.
  const next = new URL(((await find('nav.pages a', 'More')) as HTMLAnchorElement).href)
  expect(Object.fromEntries(next.searchParams)).toEqual({
    q: 'player',
    group: 'begins',
    after: 'p 12',
  })
})

test('a search that took too long everywhere says so, and not that nobody has the name', async () => {
  await searchFor('player', group('exact', { timedOut: true }))
  await find('.partial')
  expect(allOf('.empty-title')).toEqual([])
})

test('nobody found is said with the deployment, and parts of names can be searched for then', async () => {
  await searchFor('gones', group('exact'), group('contains', { isSkipped: true }))
  await find('.empty-title', 'No player found')
  expect(wordsOf(allOf('.empty')[0] as Element)).toContain('Nobody in PROD matches gones')
  await press(find('a', 'Search for names that contain gones'))
  await until(() =>
    expect(server.ordersOf('players find').at(-1)?.order).toEqual({
      text: 'gones',
      deployment: 'prod',
      group: 'contains',
    }),
  )
})

test.each([
  ['ab', 'Type at least 3 characters to search inside names.'],
  ['abc', '‘Contains it’ was not searched: the database has no index for it.'],
])('a way that is off for %s says why', async (text, words) => {
  await searchFor(text, group('exact'), group('contains', { isOff: true }))
  expect(wordsOf(await find('p.about'))).toBe(words)
})

test('a player’s states are words, and an address that was theirs says until when it is kept', async () => {
  const states = {
    banned: '2026-10-01T00:00:00.000Z',
    frozen: '2026-10-01T00:00:00.000Z',
    confirmed: null,
  }
  await searchFor(
    'player',
    group('formerly', {
      players: [player, { ...player, id: 31, ...states, keptUntil: '2027-02-01T00:00:00.000Z' }],
    }),
  )
  await find('h2', 'Formerly')
  expect(cells('State')).toEqual(['active', 'banned, frozen, not confirmed'])
  expect(cells('Address').map((each) => each.includes('kept until'))).toEqual([false, true])
})

test('a search that fails keeps what was typed, and is made again by a press', async () => {
  server.answer('players find', () => refused(429, 'TOO_MANY', 'You have searched too often.'))
  await search('player')
  expect(await alert()).toContain('You have searched too often.')
  expect(box().value).toBe('player')
  server.answer('players find', () => done('', [group('exact', { players: [player] })]))
  await press(button('Try again'))
  await until(() => expect(rows()).toEqual(['12']))
  expect(allOf('[role="alert"]')).toEqual([])
})

test('a search that fails when it is made again tells what it found before as well', async () => {
  await searchFor('player', group('exact', { players: [player] }))
  await until(() => expect(rows()).toEqual(['12']))
  server.answer('players find', () => refused(503, 'FAILED', 'The database is away.'))
  server.answer('players ban', () => done('PlayerOne is banned.', null))
  // Any act of the person makes every look again.
  await press(find('a', 'PlayerOne'))
  await press(find('main button', 'Ban…'))
  await write('Reason', 'ticket 4711')
  await press(button('Ban PlayerOne'))
  await until(() => expect(allOf('dialog')).toEqual([]))
  history.pushState(null, '', '/prod/players?q=player')
  dispatchEvent(new PopStateEvent('popstate'))
  await until(() => expect(rows()).toEqual(['12']))
  expect(await alert()).toContain('The database is away.')
})
