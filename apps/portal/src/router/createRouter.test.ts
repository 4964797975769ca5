import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryHistory } from './createMemoryHistory.ts'
import { createRouter, RedirectError } from './createRouter.ts'
import type { Entry } from './readEntry.ts'

const screens: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/login': 'Login',
  '/account': 'Account',
}

/** A router whose guards a test decides by hand, in the order in which they were asked. */
function routerAt(address: string) {
  const asked: { entry: Entry; admit: () => void; refuse: (reason: Error) => void }[] = []
  const arrived: string[] = []
  const router = createRouter<string>({
    history: createMemoryHistory(address),
    screenAt: (pathname) => screens[pathname],
    enter: (entry) =>
      new Promise((resolve, reject) => {
        const screen = screens[entry.pathname] ?? ''
        asked.push({ entry, admit: () => resolve(screen), refuse: reject })
      }),
    arrived: ({ href }) => arrived.push(href),
    prefetch: () => undefined,
  })
  const shown = () => `${router.read()?.screen} ${router.read()?.state}`
  return { router, asked, arrived, shown }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the router shows a screen only after the guard has decided', async () => {
  const { router, asked, arrived, shown } = routerAt('/login?login_hint=Anna&a=1')
  const loaded = router.load()
  expect(router.read()).toBeNull()
  asked[0]?.admit()
  await loaded
  expect(shown()).toBe('Login ready')
  expect(router.read()?.entry.query).toEqual({ login_hint: 'Anna', a: '1' })
  expect(arrived).toEqual(['/login?login_hint=Anna&a=1'])
})

test('a parameter that comes twice is kept whole beside its last value', async () => {
  const { router, asked } = routerAt('/login?state=A&a=1&state=B')
  const loaded = router.load()
  asked[0]?.admit()
  await loaded
  const { query, wholeQuery } = router.read()?.entry ?? {}
  expect(query).toEqual({ state: 'B', a: '1' })
  expect(wholeQuery).toEqual({ state: ['A', 'B'], a: '1' })
})

test('a slow guard shows a pending screen after 400 ms, and then the screen', async () => {
  const { router, asked, arrived, shown } = routerAt('/account')
  const loaded = router.load()
  await vi.advanceTimersByTimeAsync(399)
  expect(router.read()).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toBe('Account pending')
  expect(arrived).toEqual([])
  asked[0]?.admit()
  await loaded
  expect(shown()).toBe('Account ready')
})

test('a reader is scrolled to the kept place when a slow screen is there', async () => {
  const { router, asked } = routerAt('/account')
  const scroll = vi.spyOn(router.history, 'scroll')
  const loaded = router.load()
  await vi.advanceTimersByTimeAsync(400)
  const whilePending = scroll.mock.calls.length
  asked[0]?.admit()
  await loaded
  expect(scroll.mock.calls.length).toBeGreaterThan(whilePending)
})

test('a screen stays while the guard decides about it again', async () => {
  const { router, asked, shown } = routerAt('/account')
  const first = router.load()
  asked[0]?.admit()
  await first
  const again = router.load()
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toBe('Account ready')
  asked[1]?.admit()
  await again
})

test('a redirect replaces its own history entry alone', async () => {
  const { router, asked, arrived, shown } = routerAt('/')
  const first = router.load()
  asked[0]?.admit()
  await first
  const move = router.navigate('/account')
  expect(router.history.read().href).toBe('/account')
  expect(shown()).toBe('Home ready')
  asked[1]?.refuse(new RedirectError('/login?redirectUrl=%2Faccount'))
  await vi.advanceTimersByTimeAsync(0)
  asked[2]?.admit()
  await move
  expect(router.read()?.entry).toMatchObject({ index: 1, query: { redirectUrl: '/account' } })
  expect(arrived).toEqual(['/', '/login?redirectUrl=%2Faccount'])
  router.history.back()
  asked[3]?.admit()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toBe('Home ready')
})

test('the later of two navigations wins, even if its guard is slower', async () => {
  const { router, asked, arrived, shown } = routerAt('/')
  const first = router.navigate('/account')
  const second = router.navigate('/login')
  asked[1]?.admit()
  await second
  asked[0]?.admit()
  await first
  expect(shown()).toBe('Login ready')
  expect(arrived).toEqual(['/login'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toBe('Login ready')
})

describe('the history', () => {
  test('gets no second entry for the same address, but one for a step of its screen', async () => {
    const { router } = routerAt('/account')
    void router.navigate('/account')
    expect(router.history.read().index).toBe(0)
    void router.navigate('/account', { step: 'reason' })
    expect(router.history.read()).toMatchObject({ index: 1, step: 'reason' })
    void router.navigate('/account', { step: 'password', replace: true })
    expect(router.history.read()).toMatchObject({ index: 1, step: 'password' })
  })

  test('ignores a slash at the end of a path, except for Home', () => {
    expect(routerAt('/login/').router.history.read().pathname).toBe('/login')
    expect(routerAt('/').router.history.read().pathname).toBe('/')
  })
})

test('a guard that throws breaks its screen alone', async () => {
  const { router, asked, shown } = routerAt('/account')
  const loaded = router.load()
  asked[0]?.refuse(new Error('broken'))
  await loaded
  expect(shown()).toBe('Account broken')
  const next = router.navigate('/login')
  asked[1]?.admit()
  await next
  expect(shown()).toBe('Login ready')
})
