import type { Me } from '@gatehouse/contract/console/me'
import { expect, test, vi } from 'vitest'
import {
  done,
  refused,
  type Reply,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { bea, pia, sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import {
  alert,
  allOf,
  button,
  field,
  find,
  press,
  until,
  wordsOf,
  write,
} from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { tellTabs } from '../api/tabs.ts'
import { type Place, placesOf } from '../api/useMe.ts'
import { askFor, openAct } from './openAct.ts'
import { lastReasons } from './reasons.ts'
import { toast } from './toasts.ts'

const said = () => allOf('.complaint').map(wordsOf)

const player = { preset: { player: 'id=12' }, subject: { name: 'PlayerOne', id: 12 } }

async function start(me = sam) {
  const server = open('/', me)
  await find('h1', 'Start')
  return server
}

const prodOf = (me: Me) => placesOf(me)[0] as Place

/** Opens the dialog of an act on a player. */
async function ask(name: string, me = sam) {
  const server = await start(me)
  askFor({ name, place: prodOf(me), ...player })
  await find('h2')
  return server
}

const saidIn = (selector: string) => find(selector).then(wordsOf)

test('a second press while an order is under way sends nothing, and the end is said once', async () => {
  const server = await ask('players end-sessions')
  const answer = Promise.withResolvers<Reply>()
  server.answer('players end-sessions', () => answer.promise)
  await write('Reason', 'ticket 4711')
  for (let presses = 0; presses < 3; presses += 1)
    await press(button('Log PlayerOne out everywhere'))
  expect((await button('Log PlayerOne out everywhere')).getAttribute('aria-busy')).toBe('true')
  answer.resolve(done('PlayerOne is signed out everywhere.', null))
  await until(() => expect(toast.read()?.words).toBe('PlayerOne is signed out everywhere.'))
  expect(allOf('dialog')).toEqual([])
  expect(server.ordersOf('players end-sessions')).toMatchObject([
    { order: { player: 'id=12', deployment: 'prod' }, why: 'ticket 4711' },
  ])
  expect(lastReasons()).toEqual(['ticket 4711'])
})

test('an order that was refused, or not answered, keeps its form and its key; another one has another key', async () => {
  const server = await ask('players end-sessions')
  const ends = [
    () => refused(409, 'REFUSED', 'PlayerOne has no session.'),
    () => {
      throw new TypeError('Failed to fetch')
    },
    () => refused(500, 'FAILED', 'The database is away.'),
    () => done('It is done.', null),
  ]
  server.answer('players end-sessions', ({ dryRun }) =>
    dryRun === true ? done('', null) : (ends.shift()?.() ?? refused(500, 'TOO_OFTEN')),
  )
  await write('Reason', 'ticket 4711')
  await press(button('Log PlayerOne out everywhere'))
  expect(await alert()).toBe('PlayerOne has no session.REFUSED')
  await press(button('Log PlayerOne out everywhere'))
  await until(async () => expect(await alert()).toContain('OFFLINE'))
  expect((await field('Reason')).value).toBe('ticket 4711')
  await write('Reason', 'ticket 4712')
  await press(button('Log PlayerOne out everywhere'))
  await until(async () => expect(await alert()).toContain('The database is away.'))
  await press(button('Log PlayerOne out everywhere'))
  await until(() => expect(openAct.read()).toBeNull())
  const keys = server.ordersOf('players end-sessions').map(({ key }) => key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(keys[3]).toBe(keys[2])
  // A reason is offered again once it was good for an order.
  expect(lastReasons()).toEqual(['ticket 4712'])
})

test('an answer of another server than the console’s is no success', async () => {
  const server = await ask('players end-sessions')
  await write('Reason', 'ticket 4711')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<title>Sign in to the VPN</title>')))
  await press(button('Log PlayerOne out everywhere'))
  expect(await alert()).toContain('NO_ANSWER')
  expect(toast.read()).toBeNull()
  expect(server.ordersOf('players end-sessions')).toEqual([])
})

test('an answer that comes after its dialog was closed leaves the next dialog as it is', async () => {
  const server = await ask('players end-sessions')
  const answer = Promise.withResolvers<Reply>()
  server.answer('players end-sessions', () => answer.promise)
  await write('Reason', 'ticket 4711')
  await press(button('Log PlayerOne out everywhere'))
  await press(button('Cancel'))
  askFor({ name: 'players freeze', place: prodOf(sam), ...player })
  await find('h2', 'Freeze PlayerOne’s account')
  await write('Reason', 'ticket 4712')
  answer.resolve(done('PlayerOne is signed out everywhere.', null))
  await until(() => expect(toast.read()?.words).toBe('PlayerOne is signed out everywhere.'))
  expect(await saidIn('h2')).toBe('Freeze PlayerOne’s account')
  expect((await field('Reason')).value).toBe('ticket 4712')
})

test('a proof that is asked for after the dialog was closed opens no window', async () => {
  const server = await ask('players unlink')
  const opened = vi.fn<typeof open>()
  vi.stubGlobal('open', opened)
  const answer = Promise.withResolvers<Reply>()
  server.answer('players unlink', () => answer.promise)
  await write('Service', 'steam')
  await write('Reason', 'ticket 4711')
  await press(button('Unlink PlayerOne from a service'))
  await press(button('Cancel'))
  answer.resolve(refused(401, 'PROOF_REQUIRED'))
  // The next dialog has the same answer, after the first one had its own.
  askFor({ name: 'players unlink', place: prodOf(sam), ...player })
  await write('Service', 'steam')
  await write('Reason', 'ticket 4711')
  await press(button('Unlink PlayerOne from a service'))
  await find('.proof')
  expect(opened).toHaveBeenCalledTimes(1)
})

test('an order goes on with its key once the person has proven who they are, and not after the way back', async () => {
  const server = await ask('players unlink')
  vi.stubGlobal('open', vi.fn())
  let isProven = false
  server.answer('players unlink', () =>
    isProven ? done('They are unlinked.', null) : refused(401, 'PROOF_REQUIRED'),
  )
  await write('Service', 'steam')
  await write('Reason', 'ticket 4711')
  await press(button('Unlink PlayerOne from a service'))
  await press(button('Back to the form'))
  await until(() => expect(allOf('.proof')).toEqual([]))
  await press(button('Unlink PlayerOne from a service'))
  await find('.proof')
  isProven = true
  // A dialog that has just come hears of it a moment later.
  await until(() => {
    tellTabs('proven')
    expect(toast.read()?.words).toBe('They are unlinked.')
  })
  const orders = server.ordersOf('players unlink')
  expect(orders.length).toBeGreaterThan(2)
  expect(new Set(orders.map(({ key }) => key)).size).toBe(1)
})

test('a complaint stands at its field, and nothing is sent', async () => {
  const server = await ask('players unlink')
  await press(button('Unlink PlayerOne from a service'))
  await until(() =>
    expect(said()).toEqual(['Service is needed.', 'Reason is needed: a ticket’s number will do.']),
  )
  await write('Service', 'steam')
  await write('Reason', 'ada@example.com asked')
  await press(button('Unlink PlayerOne from a service'))
  await until(() => expect(said()).toEqual([expect.stringContaining('names a mail')]))
  expect(server.ordersOf('players unlink')).toEqual([])
})

test('a complaint of the server stands at the field that it names', async () => {
  const server = await ask('players unlink')
  const fields = [{ path: 'order.service', message: 'is linked to no account' }]
  server.answer('players unlink', () => ({
    status: 400,
    body: { error: 'INVALID_ORDER', message: 'It is not linked.', fields, data: null },
  }))
  await write('Service', 'steam')
  await write('Reason', 'ticket 4711')
  await press(button('Unlink PlayerOne from a service'))
  await find('.complaint', 'Service is linked to no account.')
  expect((await field('Service')).getAttribute('aria-invalid')).toBe('true')
})

test('an act that cannot be undone is sent once its name is typed letter by letter, and waits for another person', async () => {
  const server = await ask('players erase', pia)
  server.answer('players erase', () => ({
    status: 202,
    body: { approval: { id: 'r1', expiresAt: '2099-01-01T00:00:00Z' } },
  }))
  await write('Reason', 'ticket 4711')
  await write(/^This cannot be undone/, 'playerone')
  await press(button('Ask for the erasure of PlayerOne'))
  await find('.complaint', 'This is not the same name, letter for letter.')
  expect(server.ordersOf('players erase')).toEqual([])
  await write(/^This cannot be undone/, 'PlayerOne')
  await press(button('Ask for the erasure of PlayerOne'))
  expect(await saidIn('.outcome p')).toContain('A colleague has to approve it by')
  expect(await find('.outcome a')).toMatchObject({ pathname: '/prod/approvals/r1' })
  await press(button('Close'))
  await until(() => expect(openAct.read()).toBeNull())
  expect(toast.read()).toBeNull()
})

test('a request that is made after the dialog was closed is said as one that waits', async () => {
  const server = await ask('players erase', pia)
  const answer = Promise.withResolvers<Reply>()
  server.answer('players erase', () => answer.promise)
  await write('Reason', 'ticket 4711')
  await write(/^This cannot be undone/, 'PlayerOne')
  await press(button('Ask for the erasure of PlayerOne'))
  await press(button('Cancel'))
  const approval = { id: 'r1', expiresAt: '2099-01-01T00:00:00Z' }
  answer.resolve({ status: 202, body: { approval } })
  await until(() =>
    expect(toast.read()?.words).toBe(
      'You asked for the erasure of PlayerOne. A colleague decides on it.',
    ),
  )
})

test('an act with an opposite offers the way back, to those who may order it', async () => {
  const server = await ask('players ban')
  server.answer('players ban', () => done('PlayerOne is banned until 2026-12-04T12:00:00Z.', null))
  await write('Reason', 'ticket 4711')
  await press(button('Ban PlayerOne'))
  await until(() => expect(toast.read()?.words).toMatch(/^PlayerOne is banned until 4 Dec 2026/))
  expect(toast.read()?.offer?.label).toBe('Undo: unban PlayerOne')
  toast.read()?.offer?.run()
  expect(openAct.read()).toMatchObject({ name: 'players unban', ...player })

  const { subject } = player
  askFor({ name: 'players ban', place: { ...prodOf(sam), acts: [] }, subject })
  await write('Player', 'PlayerOne')
  await write('Reason', 'ticket 4711')
  await press(button('Ban PlayerOne'))
  await until(() => expect(openAct.read()).toBeNull())
  expect(toast.read()?.offer).toBeUndefined()
})

test('an order says before it is sent what it would do, or why it would be refused, and not what is said elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = await start()
  const trials = () => server.orders.filter(({ dryRun }) => dryRun)
  for (const [reply, said] of [
    [
      refused(409, 'REFUSED', 'PlayerOne has no way back.'),
      ['This will be refused: PlayerOne has no way back.'],
    ],
    [refused(429, 'TOO_MANY', 'Wait a moment.'), []],
    [done('', null), []],
    [
      done('Freezes PlayerOne until 2026-12-04T12:00:00Z.', null),
      [expect.stringMatching(/^What happens: Freezes PlayerOne until 4 Dec 2026/)],
    ],
  ] as const) {
    server.answer('players freeze', () => reply)
    const before = trials().length
    openAct.write(null)
    await until(() => expect(allOf('dialog')).toEqual([]))
    askFor({ name: 'players freeze', place: prodOf(sam), ...player })
    await until(() => expect(trials()).toHaveLength(before + 1))
    await until(() => expect(allOf('.foresight p').map(wordsOf)).toEqual(said))
  }
})

test('an order is tried once it is complete, half a second after the last letter', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = await ask('players unlink')
  await write('Service', 'steam')
  await vi.advanceTimersByTimeAsync(400)
  await write('Service', 'twitch')
  await vi.advanceTimersByTimeAsync(400)
  expect(server.orders.filter(({ act }) => act === 'players unlink')).toEqual([])
  await until(() =>
    expect(allOf('.foresight p').map(wordsOf)).toContain('What happens: It changes nothing.'),
  )
  expect(server.orders.filter(({ dryRun }) => dryRun)).toMatchObject([
    { order: { service: 'twitch', player: 'id=12', deployment: 'prod' } },
  ])
})

test('a dialog asks for the fields of its row, but for those that the place and the caller say', async () => {
  const server = await start(bea)
  askFor({ name: 'badges give', place: prodOf(bea), preset: { badge: 'beta' } })
  await find('h2', 'Give a player a badge')
  expect(allOf('label').map(wordsOf)).toEqual(['Player', 'Title', 'Reason'])
  await write('Title', 'Beta')
  await write('Player', 'PlayerOne')
  await write('Reason', 'ticket 4711')
  await press(button('Give a player a badge'))
  await until(() => expect(server.ordersOf('badges give')).toHaveLength(1))
  expect(server.ordersOf('badges give')[0]?.order).toEqual({
    badge: 'beta',
    title: 'Beta',
    player: 'PlayerOne',
    deployment: 'prod',
  })
})

/** Returns whether the browser asks before the page is left. */
function leave(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('the browser asks before a page is left with a half-written order, and not before', async () => {
  await ask('players end-sessions')
  expect(leave()).toBe(false)
  await write('Reason', 'ticket 4711')
  await until(() => expect(leave()).toBe(true))
})
