// @vitest-environment happy-dom
import { isBuildOld, isMissingFile, watchFiles } from '@gatehouse/ui/oldBuild'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPageState } from '../context/pageState.ts'
import { leavePage, restoreHandover } from '../context/pageHandover.ts'
import { createNews } from '../ui/news.ts'

beforeAll(watchFiles)
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A file that the build asks for does not come, as Vite says it. */
function miss(error: Error) {
  dispatchEvent(
    Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }),
  )
  return error
}

describe('a build is old', () => {
  test('where a file is missing though our host answers, once a minute for each page', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
    expect(isMissingFile(miss(new TypeError('Failed to fetch')))).toBe(true)
    expect(isMissingFile(new Error('of a screen', { cause: miss(new Error('file')) }))).toBe(true)
    // A screen and its frame, whose files are missed at one moment.
    expect(await Promise.all([isBuildOld(), isBuildOld()])).toEqual([true, true])
    expect(await isBuildOld()).toBe(false)
    history.replaceState(null, '', '/another')
    expect(await isBuildOld()).toBe(true)
    vi.setSystemTime(61_000)
    expect(await isBuildOld()).toBe(true)
  })

  test.each([
    ['nothing answers', () => Promise.reject(new TypeError('No network.'))],
    ['a proxy answers for us', () => Promise.resolve(new Response('', { status: 502 }))],
  ])('and is not where %s', async (_, fetched) => {
    vi.stubGlobal('fetch', fetched)
    expect(await isBuildOld()).toBe(false)
  })

  test('and is not told by any other failure', () => {
    expect(isMissingFile(new TypeError('x is not a function'))).toBe(false)
    expect(isMissingFile(null)).toBe(false)
  })
})

test('a page that is loaded anew has what was typed, once and without passwords', () => {
  const parts = {
    pageState: createPageState('/register'),
    news: createNews(),
    say: () => undefined,
  }
  const form = new FormData()
  form.set('Username', 'PlayerTwo')
  form.set('ConfirmPassword', 'Correct-horse-7')
  parts.pageState.drafts.set('register', form)
  leavePage(parts, '/register')
  const next = { ...parts, pageState: createPageState('/register') }
  expect(restoreHandover(next, false)).toBe(true)
  expect([...(next.pageState.drafts.get('register') ?? [])]).toEqual([['Username', 'PlayerTwo']])
  expect(restoreHandover(next, false)).toBe(false)
})
