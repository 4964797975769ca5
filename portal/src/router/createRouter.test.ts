import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryHistory } from './createMemoryHistory.ts'
import { createRouter } from './createRouter.ts'
import type { Entry } from './readEntry.ts'
import { RedirectError } from './RedirectError.ts'

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

test('nothing is shown before the guard has decided; then what it lets in', async () => {
  const { router, asked, arrived, shown } = routerAt('/login?login_hint=Anna&a=1')
  const loaded = router.load()
  expect(router.read()).toBeNull()
  asked[0]?.admit()
  await loaded
  expect(shown()).toBe('Login ready')
  expect(router.read()?.entry.query).toEqual({ login_hint: 'Anna', a: '1' })
  expect(arrived).toEqual(['/login?login_hint=Anna&a=1'])
})

test('a slow guard shows after 400 ms that something goes on, and then the screen', async () => {
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

test('a screen that is asked about again stays meanwhile', async () => {
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

test('a redirect takes the place of the address, and of nothing before it', async () => {
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

test('the latest of two wishes wins, whichever guard is faster', async () => {
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

describe('entries of the history', () => {
  test('the address where one is gets no second one; a step of its screen does', async () => {
    const { router } = routerAt('/account')
    void router.navigate('/account')
    expect(router.history.read().index).toBe(0)
    void router.navigate('/account', { step: 'reason' })
    expect(router.history.read()).toMatchObject({ index: 1, step: 'reason' })
    void router.navigate('/account', { step: 'password', replace: true })
    expect(router.history.read()).toMatchObject({ index: 1, step: 'password' })
  })

  test('a slash at the end of a path means nothing, the home page is one', () => {
    expect(routerAt('/login/').router.history.read().pathname).toBe('/login')
    expect(routerAt('/').router.history.read().pathname).toBe('/')
  })
})

test('a guard that breaks breaks its screen, and the next one is shown', async () => {
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
