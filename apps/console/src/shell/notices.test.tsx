import { afterEach, expect, test, vi } from 'vitest'
import {
  type Answering,
  refused,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { ada, sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { alert, allOf, button, find, press, until, wordsOf, write } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { say, toast } from '../acts/toasts.ts'
import { lookForSession, lostSession } from '../api/session.ts'
import { keep } from '../api/kept.ts'

let server: Answering

/** Opens the console at its first screen. */
async function start(path = '/', title = 'Start') {
  server = open(path)
  await find('h1', title)
}

afterEach(async () => {
  // The page of the next test is Sam’s.
  server.me = sam
  if (lostSession.read() !== null) await lookForSession()
})

const isCovered = () => document.documentElement.dataset['covered'] === 'true'

test('a session that has ended covers the page, says so when asked too early, and leaves all as it was', async () => {
  await start('/prod/players/12', 'PlayerOne')
  keep('reasons', ['ticket 1'])
  server.me = null
  await press(find('main button', 'Log out everywhere…'))
  await write('Reason', 'ticket 4711')
  await press(button('Log PlayerOne out everywhere'))
  await find('h2', 'Your session has ended')
  expect([isCovered(), localStorage.length]).toEqual([true, 0])
  await until(() => expect(document.title).toBe('Console'))
  expect((await find('a', 'Sign in')).getAttribute('href')).toBe('/sign-in?to=%2F')
  await press(button('I have signed in'))
  await find('[role="status"]', 'You are not signed in yet.')
  server.me = sam
  await press(button('I have signed in'))
  await until(() => expect(toast.read()?.words).toBe('It is done.'))
  expect([isCovered(), allOf('dialog').length]).toEqual([false, 0])
  const keys = server.ordersOf('players end-sessions').map(({ key }) => key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test('a page in which another person has signed in names both, and goes when it is left to that one', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  await start()
  server.me = ada
  await lookForSession()
  await find('h2', 'Another person has signed in')
  const [words = ''] = allOf('dialog p').map(wordsOf)
  expect(words).toContain('This page belongs to Sam Support, and Ada Operator is now signed in')
  expect(await find('a', 'Sign in as Sam Support')).toMatchObject({ target: 'gatehouse-sign-in' })
  server.me = sam
  // The page looks by itself.
  await until(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    expect(allOf('h2', 'Another person has signed in')).toEqual([])
  })
  expect(reload).not.toHaveBeenCalled()
  reload.mockRestore()
})

test('a browser that is offline is named as long as it is', async () => {
  await start()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  expect(await alert()).toContain('You are offline.')
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await until(() => expect(allOf('[role="alert"]')).toEqual([]))
  online.mockRestore()
})

test.each([
  [119, true],
  [121, false],
  [-1, false],
])('a session that ends in %i seconds is announced: %s', async (seconds, isSaid) => {
  const endsAt = new Date(Date.now() + seconds * 1000).toISOString()
  server = open('/', { ...sam, session: { ...sam.session, endsAt } })
  await find('h1', 'Start')
  expect(allOf('main', /Your session ends in less than two minutes/)).toHaveLength(isSaid ? 1 : 0)
})

test('the end of a session that cannot be looked for is no end: what is shown stays', async () => {
  await start('/prod/players/12', 'PlayerOne')
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json(refused(500, 'FAILED').body, { status: 500 })),
  )
  expect(await lookForSession()).toBe(false)
  expect([lostSession.read(), allOf('h1').map(wordsOf)]).toEqual([null, ['PlayerOne']])
})

test('what was said goes after twelve seconds, and not while it is used', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await start()
  const run = vi.fn<() => void>()
  say('PlayerOne is banned.', { label: 'Undo: unban', run })
  const undo = await find('.toast-acts button', 'Undo: unban')
  expect(await find('[role="status"]', 'PlayerOne is banned.')).toBeDefined()
  await vi.advanceTimersByTimeAsync(11_000)
  say('PlayerTwo is banned.', { label: 'Undo: unban', run })
  await find('.toast', 'PlayerTwo is banned.')
  await vi.advanceTimersByTimeAsync(11_000)
  // Each has its own time.
  expect(toast.read()).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toast.read()).toBeNull()
  expect(undo.isConnected).toBe(false)

  say('PlayerTwo is banned.', { label: 'Undo: unban', run })
  await press(find('button', 'Undo: unban'))
  expect([run.mock.calls.length, toast.read()]).toEqual([1, null])
})

test('a sign-out that fails says that the person is still signed in', async () => {
  await start()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await press(button('Sign out'))
  await until(() =>
    expect(toast.read()?.words).toBe(
      'You are still signed in. The console’s server was not reached.',
    ),
  )
})
