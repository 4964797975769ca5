import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserLifetimes } from '@gatehouse/contract/browserLimits'
import { createVisit, type Visit } from './visit.ts'

/* Tabs of one browser, without a browser: each tab has its own storage beside the common one. */

const common = storage()

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

function refuse() {
  throw new Error('refused')
}

/** Opens a tab. `load` loads a page in it, which knows no more than its storages. */
function openTab() {
  const session = storage()
  const at = () => vi.stubGlobal('sessionStorage', session)
  return {
    session,
    load(): Visit {
      at()
      const visit = createVisit()
      return Object.fromEntries(
        Object.entries(visit).map(([name, act]) => [
          name,
          (...given: unknown[]) => {
            at()
            return (act as (...given: unknown[]) => unknown)(...given)
          },
        ]),
      ) as unknown as Visit
    },
  }
}

const forum = { redirectUrl: 'https://forum.test/', clientId: 'forum' }
const shop = { redirectUrl: 'https://shop.test/', clientId: 'shop' }

function read(visit: Visit) {
  return { redirectUrl: visit.read('redirectUrl'), clientId: visit.read('clientId') }
}

const nothing = { redirectUrl: '', clientId: '' }

beforeEach(() => {
  common.kept.clear()
  vi.stubGlobal('localStorage', common)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('each tab has the values of its own site, also after a reload and in either order', () => {
  const tabs = [openTab(), openTab()]
  for (const [index, site] of [forum, shop].entries()) tabs[index]?.load().arrive(site)
  expect(tabs.map((tab) => read(tab.load()))).toEqual([forum, shop])
  tabs[1]?.load().spend('redirectUrl')
  expect(tabs.map((tab) => tab.load().read('redirectUrl'))).toEqual([forum.redirectUrl, ''])
})

test('a site that names no client gets none of another tab, nor does a new tab', () => {
  openTab()
    .load()
    .arrive({ ...forum, tracking: 'utm_source=forum', state: 'S' })
  const tab = openTab()
  tab.load().arrive({ redirectUrl: shop.redirectUrl })
  for (const visit of [tab.load(), openTab().load()]) {
    expect(read(visit)).toEqual({ redirectUrl: shop.redirectUrl, clientId: '' })
    expect([visit.read('tracking'), visit.read('state')]).toEqual(['', ''])
  }
})

test('a new tab has the last values, which leave with the first that uses them', () => {
  const tab = openTab()
  tab.load().arrive(forum)
  const [one, other] = [openTab().load(), openTab().load()]
  expect([read(one), read(other)]).toEqual([forum, forum])
  one.spend('redirectUrl')
  expect([one, other, openTab().load()].map((visit) => visit.read('redirectUrl'))).toEqual([
    '',
    '',
    '',
  ])
  expect(tab.load().read('redirectUrl')).toBe(forum.redirectUrl)
})

test('a page that came for no site takes nothing of a tab that comes later', () => {
  const page = openTab().load()
  openTab().load().arrive(forum)
  expect(read(page)).toEqual(nothing)
})

test('the use of one tab leaves the last values of another one', () => {
  const tab = openTab().load()
  tab.arrive(forum)
  openTab().load().arrive(shop)
  tab.spend('redirectUrl')
  expect(read(openTab().load())).toEqual(shop)
  expect(tab.read('redirectUrl')).toBe('')
})

test('a tab whose log-in happens elsewhere drops what is not its own', () => {
  const tab = openTab().load()
  tab.arrive(forum)
  const other = openTab().load()
  for (const visit of [tab, other]) visit.leaveLast()
  expect([read(tab), read(other)]).toEqual([forum, nothing])
})

test('a state or tracking of a return from elsewhere keeps the last values readable', () => {
  openTab().load().arrive(forum)
  const tab = openTab()
  tab.load().arrive({ state: 'S' })
  expect(read(tab.load())).toEqual(forum)
  const visit = tab.load()
  visit.headFor('/account/newsletter')
  expect(read(visit)).toEqual({ redirectUrl: '/account/newsletter', clientId: 'forum' })
})

test('a linking for no site does not read that of another tab', () => {
  openTab().load().arrive({ linkRedirectUrl: 'https://forum.test/linked' })
  const tab = openTab()
  tab.load().arrive({ linkRedirectUrl: '' })
  expect(tab.load().read('linkRedirectUrl')).toBe('')
})

test('a page whose storages are emptied or refuse everything still knows its address', () => {
  const tab = openTab()
  const visit = tab.load()
  visit.arrive(forum)
  tab.session.kept.clear()
  common.kept.clear()
  expect(read(visit)).toEqual(forum)
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse }
  vi.stubGlobal('localStorage', refusing)
  vi.stubGlobal('sessionStorage', refusing)
  const page = createVisit()
  page.arrive(shop)
  expect(read(page)).toEqual(shop)
  page.spend('redirectUrl')
  page.forget()
  expect(read(page)).toEqual(nothing)
})

test('values are over after an hour, and then the tab is as a new one', () => {
  const tab = openTab()
  const visit = tab.load()
  visit.arrive(forum)
  vi.advanceTimersByTime(browserLifetimes.storedRedirect * 1000)
  expect(read(visit)).toEqual(nothing)
  openTab().load().arrive(shop)
  expect(read(visit)).toEqual(nothing)
  expect(read(tab.load())).toEqual(shop)
})

test.each(['null', '[]', '7', '{', '{"redirectUrl":7}', '{"redirectUrl":{"value":["x"]}}'])(
  'junk in the storage of a tab is nothing: %s',
  (junk) => {
    const tab = openTab()
    tab.session.setItem('sso.visit', junk)
    expect(read(tab.load())).toEqual(nothing)
    openTab().load().arrive(shop)
    expect(read(tab.load())).toEqual(shop)
  },
)

test('an address that is too long leads nowhere, not to another site', () => {
  openTab().load().arrive(shop)
  const visit = openTab().load()
  visit.arrive({ redirectUrl: `https://forum.test/${'x'.repeat(5000)}` })
  expect(read(visit)).toEqual(nothing)
})

test('a player who leaves for good leaves nothing', () => {
  const tab = openTab()
  const visit = tab.load()
  visit.arrive({
    ...forum,
    state: 'S',
    tracking: 'utm_source=x',
    linkRedirectUrl: 'https://x.test',
  })
  visit.forget()
  expect(read(tab.load())).toEqual(nothing)
  expect([...common.kept, ...tab.session.kept]).toEqual([])
})
