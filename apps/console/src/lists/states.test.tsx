import { beforeEach, expect, test } from 'vitest'
import {
  type Answering,
  done,
  refused,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { alert, allOf, button, find, press, until, write } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'

/* The outbox, as a list that is looked at; the search for players, as one that is asked for. */

let server: Answering

const mail = (id: string, more: object = {}) => ({
  id,
  deployment: 'prod',
  kind: 'confirmation',
  to: 'p••••r@example.com',
  state: 'retry',
  postedAt: '2026-11-26T19:00:00.000Z',
  tries: 3,
  nextTry: '2026-11-26T21:00:00.000Z',
  error: 'SMTP: 450',
  ...more,
})

const boxes = () => allOf('[data-select]') as HTMLInputElement[]
const selected = () => new URLSearchParams(location.search).get('selected')
const rows = () => allOf('tr[data-row]').map(({ dataset }) => dataset['row'])

beforeEach(() => {
  server = open('/prod')
})

test('a list that cannot be read says why, and is read again by a press', async () => {
  server.answer('outbox list', () => refused(503, 'FAILED', 'The database is away.'))
  await press(find('.menu a', 'Outbox'))
  expect(await alert()).toBe('The database is away.FAILEDTry again')
  expect(rows()).toEqual([])
  server.answer('outbox list', () => done('', [mail('one')]))
  await press(button('Try again'))
  await until(() => expect(rows()).toEqual(['one']))
  expect(allOf('[role="alert"]')).toEqual([])
})

test('a list without rows says in words what that means', async () => {
  server.answer('outbox list', () => done('', []))
  await press(find('.menu a', 'Outbox'))
  await find('.empty-title', 'No mails are waiting')
  expect(allOf('table')).toEqual([])
})

test('a list that has as many rows as are asked for says that more are there', async () => {
  const all = Array.from({ length: 100 }, (_, at) => mail(`mail ${at}`))
  server.answer('outbox list', () => done('', all))
  await press(find('.menu a', 'Outbox'))
  await find('.partial', 'These are the first 100. There are more.')
  expect(server.ordersOf('outbox list')).toMatchObject([
    { order: { deployment: 'prod', limit: 100 } },
  ])
})

test('a row is alarming by its state, and is selected in the address', async () => {
  server.answer('outbox list', () => done('', [mail('one'), mail('two', { state: 'failed' })]))
  await press(find('.menu a', 'Outbox'))
  await until(() => expect(rows()).toEqual(['one', 'two']))
  expect(allOf('tr[data-alarming]').map(({ dataset }) => dataset['row'])).toEqual(['two'])
  await press(boxes()[1] as HTMLElement)
  await until(() => expect(selected()).toBe('two'))
  await press(boxes()[0] as HTMLElement)
  await until(() => expect(selected()).toBe('two,one'))
  await until(() => expect(boxes().map(({ checked }) => checked)).toEqual([true, true]))
  await press(boxes()[1] as HTMLElement)
  await press(boxes()[0] as HTMLElement)
  await until(() => expect(selected()).toBeNull())
})

test('pages lead on and back to the first one, and take no selection along', async () => {
  server.answer('suppressions list', ({ order }) =>
    done('', {
      suppressions: [{ address: order['after'] ?? 'first', at: '2026-11-26T19:00:00.000Z' }],
      next: order['after'] === undefined ? 'second' : null,
    }),
  )
  await press(find('.menu a', 'Blocked addresses'))
  await find('nav.pages a', 'Older')
  await press(find('[data-select]'))
  await until(() => expect(location.search).toContain('selected'))
  await press(find('nav.pages a', 'Older'))
  await until(() => expect(location.search).toBe('?after=second'))
  await press(find('nav.pages a', 'Newest'))
  await until(() => expect(location.search).toBe(''))
})

test('a search says what it found, and keeps it while the next one is under way', async () => {
  await press(find('.menu a', 'Players'))
  await find('.empty-title', 'Search for a player')
  await write(/^Name, address/, 'player')
  await press(button('Search'))
  await until(() => expect(rows()).toEqual(['12', '31', '44']))
  const answer = Promise.withResolvers<ReturnType<typeof done>>()
  server.answer('players find', () => answer.promise)
  await write(/^Name, address/, 'nobody')
  await press(button('Search'))
  await until(() => expect(server.ordersOf('players find')).toHaveLength(2))
  expect(rows()).toEqual(['12', '31', '44'])
  expect(allOf('[aria-busy="true"]')).toHaveLength(1)
  answer.resolve(done('', []))
  await find('.empty-title', 'No player found')
  expect(allOf('[aria-busy="true"]')).toEqual([])
})
