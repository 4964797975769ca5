// @vitest-environment happy-dom
import { isBuildOld, isMissingFile, watchFiles } from '@gatehouse/ui/oldBuild'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDrafts, inputOf } from '../context/drafts.ts'
import { createLogIn } from '../context/logIn.ts'
import { createPage } from '../context/page.ts'
import { leavePage, restoreHandover } from '../context/pageHandover.ts'
import { createNotifications } from '../ui/notifications.ts'

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
  const before = partsOf()
  const form = new FormData()
  form.set('Username', 'PlayerTwo')
  form.set('ConfirmPassword', 'Correct-horse-7')
  before.drafts.hold('register', form)
  before.drafts.store('register', inputOf(form))
  before.logIn.begin('PlayerTwo')
  leavePage(before, '/register')
  const next = partsOf()
  expect(restoreHandover(next, false)).toBe(true)
  expect(next.logIn.username).toBe('PlayerTwo')
  expect(next.drafts.read('register')).toEqual([['Username', 'PlayerTwo']])
  next.drafts.forget('register')
  expect(next.drafts.read('register')).toEqual([])
  expect(restoreHandover(next, false)).toBe(false)
})

/** What a page at the registration has of a visitor. */
function partsOf() {
  return {
    page: createPage('/register'),
    logIn: createLogIn(),
    drafts: createDrafts(),
    notifications: createNotifications(),
    notify: () => undefined,
  }
}
