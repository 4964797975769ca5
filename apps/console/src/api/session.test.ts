import type { Me } from '@gatehouse/contract/console/me'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answering,
  refused,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { ada, sam, waiting } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { until } from '../../testing/hand.ts'
import { playServer } from '../../testing/playServer.ts'

let server: Answering
const reload = vi.spyOn(location, 'reload').mockReturnValue()
const assign = vi.spyOn(location, 'assign').mockReturnValue()
afterAll(() => {
  // The page of the last test is no other file's.
  vi.resetModules()
  reload.mockRestore()
  assign.mockRestore()
})

beforeEach(() => {
  server = playServer()
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

/** Loads the page: nothing is known before. */
async function load() {
  vi.resetModules()
  return { ...(await import('./session.ts')), ...(await import('./kept.ts')) }
}

/** A page on which a person is signed in. */
async function openFor(me: Me) {
  server.me = me
  const page = await load()
  await page.readMe()
  return page
}

const ban = { order: { player: 'id=12', deployment: 'prod' }, why: 'ticket 4711' }
const keptKeys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted()

test('calls of a session that has ended wait, and go on with their keys when the person is back', async () => {
  const page = await openFor(sam)
  server.me = null
  const answers = [page.order('players ban', ban, 'key-1'), page.order('players show', ban)]
  await until(() => expect(page.lostSession.read()).toEqual({ is: 'ended' }))
  server.me = sam
  expect(await page.lookForSession()).toBe(true)
  expect(await Promise.all(answers)).toMatchObject([
    { message: 'It is done.' },
    { data: { id: 12 } },
  ])
  expect(page.lostSession.read()).toBeNull()
  expect(server.ordersOf('players ban').map(({ key }) => key)).toEqual(['key-1', 'key-1'])
})

test('a call goes on at once where the person has signed in again meanwhile', async () => {
  const page = await openFor(sam)
  server.answer('players ban', () => {
    server.answer('players ban', () => ({ body: { data: null, message: 'Banned.' } }))
    return refused(401, 'NOT_SIGNED_IN')
  })
  expect(await page.order('players ban', ban)).toMatchObject({ message: 'Banned.' })
  expect(page.lostSession.read()).toBeNull()
})

test('nothing of a page is sent in the name of another person, who is named', async () => {
  const page = await openFor(sam)
  page.keep('reasons', ['ticket 1'])
  server.me = ada
  const answer = page.order('players ban', ban)
  await until(() =>
    expect(page.lostSession.read()).toEqual({ is: 'another', name: 'Ada Operator' }),
  )
  expect(server.orders).toEqual([])
  expect(keptKeys()).toEqual([])
  // The page is not Ada’s: it keeps nothing more, for either.
  page.keep('reasons', ['ticket 2'])
  expect(keptKeys()).toEqual([])
  server.me = sam
  expect(await page.lookForSession()).toBe(true)
  await answer
  page.keep('reasons', ['ticket 3'])
  expect(page.readKept('reasons')).toEqual(['ticket 3'])
})

test('a page whose session has ended goes with all that is in it once another person signs in', async () => {
  const page = await openFor(sam)
  server.me = null
  expect(await page.lookForSession()).toBe(false)
  expect([page.isLeaving(), reload.mock.calls.length]).toEqual([false, 0])
  server.me = ada
  expect(await page.lookForSession()).toBe(false)
  expect([page.isLeaving(), reload.mock.calls.length]).toEqual([true, 1])
})

test('a page looks again who is signed in, and waits for its person', async () => {
  const page = await openFor(sam)
  server.me = null
  const again = page.readMe()
  await until(() => expect(page.lostSession.read()).toEqual({ is: 'ended' }))
  server.me = { ...sam, waiting: [waiting] }
  await page.lookForSession()
  expect(await again).toMatchObject({ name: 'Sam Support', waiting: [waiting] })
})

test('a call that is refused for another reason is refused at once', async () => {
  const page = await openFor(sam)
  server.answer('players ban', () => refused(409, 'REFUSED', 'PlayerOne is banned.'))
  await expect(page.order('players ban', ban)).rejects.toMatchObject({ code: 'REFUSED' })
})

test('a call that is refused as signed out does not wait where nobody can say who is signed in', async () => {
  const page = await openFor(sam)
  vi.stubGlobal('fetch', (path: string) =>
    path === '/api/v1/me'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json(refused(401, 'NOT_SIGNED_IN').body, { status: 401 })),
  )
  await expect(page.order('players ban', ban)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(page.lostSession.read()).toBeNull()
})

test('a page of nobody says so, and forgets what was kept of anybody', async () => {
  localStorage.setItem('gatehouse.mark-of-ada.reasons', '["ticket 1"]')
  localStorage.setItem('of another program', 'stays')
  server.me = null
  const page = await load()
  await expect(page.readMe()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(keptKeys()).toEqual(['of another program'])
  expect(page.lostSession.read()).toBeNull()
})

test('a person finds what was kept of them, and nothing of another one is left', async () => {
  localStorage.setItem('gatehouse.mark-of-ada.reasons', '["ticket 1"]')
  localStorage.setItem('gatehouse.mark-of-sam.reasons', '["ticket 2"]')
  sessionStorage.setItem('gatehouse.mark-of-ada.players', '[]')
  const page = await openFor(sam)
  expect(page.readKept('reasons')).toEqual(['ticket 2'])
  expect(keptKeys()).toEqual(['gatehouse.mark-of-sam.reasons'])
})

test('a sign-out empties the stores, tells the other tabs, and leads to the identity provider', async () => {
  const page = await openFor(sam)
  page.keep('reasons', ['ticket 1'])
  page.keep('players', [])
  const told = vi.fn<(said: unknown) => void>()
  const other = new BroadcastChannel('gatehouse-staff')
  closing.push(() => other.close())
  other.addEventListener('message', ({ data }) => told(data))
  await page.signOut()
  expect(keptKeys()).toEqual([])
  expect(page.owner.read()).toBeNull()
  expect(assign).toHaveBeenCalledExactlyOnceWith('http://console.test/')
  await until(() => expect(told).toHaveBeenCalledWith({ is: 'signed-out' }))
})

test.each([
  ['https://id.studio.example/end?client=console', 'https://id.studio.example/end?client=console'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,x', '/'],
])('a sign-out that is answered with %s leads to %s', async (given, followed) => {
  const page = await openFor(sam)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: { location: given } })))
  await page.signOut()
  expect(assign).toHaveBeenCalledExactlyOnceWith(followed)
})

test('a sign-out that is not answered leaves the person signed in, with what was kept', async () => {
  const page = await openFor(sam)
  page.keep('reasons', ['ticket 1'])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(page.signOut()).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(page.readKept('reasons')).toEqual(['ticket 1'])
  expect(assign).not.toHaveBeenCalled()
})

test('a page follows the other tabs: a sign-out, and the sign-in of another person, but not its own', async () => {
  const page = await openFor(sam)
  closing.push(page.followTabs(() => undefined))
  const asked = vi.fn<typeof fetch>(fetch)
  vi.stubGlobal('fetch', asked)
  const { tellTabs } = await import('./tabs.ts')
  tellTabs('proven')
  tellTabs({ is: 'signed-in', person: 'mark-of-sam' })
  server.me = ada
  tellTabs({ is: 'signed-in', person: 'mark-of-ada' })
  await until(() => expect(page.lostSession.read()).toMatchObject({ is: 'another' }))
  expect(asked).toHaveBeenCalledTimes(1)
  server.me = null
  tellTabs({ is: 'signed-out' })
  await until(() => expect(page.lostSession.read()).toEqual({ is: 'ended' }))
})

test('a page without a person looks again when anybody signs in beside it', async () => {
  server.me = null
  const page = await load()
  const changed = vi.fn<() => void>()
  closing.push(page.followTabs(changed))
  const { tellTabs } = await import('./tabs.ts')
  tellTabs({ is: 'signed-in', person: 'mark-of-ada' })
  await until(() => expect(changed).toHaveBeenCalledTimes(1))
  expect(page.lostSession.read()).toBeNull()
})
