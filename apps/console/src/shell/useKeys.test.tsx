import { beforeEach, expect, test, vi } from 'vitest'
import { allOf, button, find, press, strike, until, wordsOf } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { openPlayer } from '../screens/openPlayer.ts'
import { toast } from '../acts/toasts.ts'
import { sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { switchKeys } from './keys.ts'

beforeEach(async () => {
  open('/prod/support')
  await find('h1', 'Support code')
  switchKeys(true)
})

const row = () => document.activeElement?.closest('tr')?.dataset['row']
const title = () => until(() => wordsOf(allOf('main h1')[0] as Element))

test('g and a letter lead to a screen of the deployment, and the focus goes there', async () => {
  expect([strike('g'), strike('o')]).toEqual([false, true])
  await find('h1', 'Outbox')
  expect(location.pathname).toBe('/prod/outbox')
  await until(() => expect(document.activeElement?.id).toBe('main'))
  strike('g')
  strike('s')
  await find('h1', 'Start')
})

test('g alone, g too long ago, and g with a letter of no screen lead nowhere', async () => {
  strike('o')
  strike('g')
  strike('?')
  strike('o')
  const late = new KeyboardEvent('keydown', { key: 'o', bubbles: true })
  strike('g')
  Object.defineProperty(late, 'timeStamp', { value: performance.now() + 1600 })
  document.body.dispatchEvent(late)
  expect(await title()).toBe('Support code')
  expect(location.pathname).toBe('/prod/support')
})

test('g and a letter ask for a deployment where none is chosen, and lead on where there is one alone', async () => {
  open('/sessions')
  await find('h1', 'My sessions')
  strike('g')
  strike('p')
  await until(() => expect(toast.read()?.words).toBe('Choose a deployment first.'))
  expect(location.pathname).toBe('/sessions')
  open('/sessions', { ...sam, deployments: sam.deployments.slice(0, 1) })
  await find('h1', 'My sessions')
  strike('g')
  strike('p')
  await find('h1', 'Players')
})

test('a letter that is typed into a field, or with another key, is no order', async () => {
  strike('g')
  strike('p')
  await find('h1', 'Players')
  await until(() => expect(document.activeElement?.matches('[data-search]')).toBe(true))
  expect([strike('g'), strike('o'), strike('?')]).toEqual([false, false, false])
  expect(allOf('dialog')).toEqual([])
  ;(document.activeElement as HTMLElement).blur()
  expect(strike('?', { altKey: true })).toBe(false)
  expect(strike('c', { ctrlKey: true })).toBe(false)
  expect(strike('?', { isComposing: true })).toBe(false)
  expect(await title()).toBe('Players')
})

test('/ leads to the search of Start, and into the field that is on the screen', async () => {
  strike('g')
  strike('o')
  await find('h1', 'Outbox')
  strike('/')
  await until(() => expect(document.activeElement?.id).toBe('start-search'))
  ;(document.activeElement as HTMLElement).blur()
  expect(strike('/')).toBe(true)
  expect(document.activeElement?.id).toBe('start-search')
  open('/prod/players')
  await until(() => expect(document.activeElement?.id).toBe('players-search'))
  ;(document.activeElement as HTMLElement).blur()
  expect(strike('/')).toBe(true)
  expect(document.activeElement?.id).toBe('players-search')
})

test('keys of one letter can be switched off, and that is kept', async () => {
  strike('?')
  await find('h2', 'Keys')
  // A dialog has its own keys.
  expect(strike('g')).toBe(false)
  await press(find('input[type="checkbox"]'))
  await press(button('Close'))
  expect(strike('?')).toBe(false)
  expect(Object.entries({ ...localStorage })).toEqual([['gatehouse.mark-of-sam.keys', '"off"']])
  // Those with Ctrl still work.
  expect(strike('k', { ctrlKey: true })).toBe(true)
  await find('h2', 'Go to a screen or start an action')
})

test('keys lead through rows, select one, and copy it for a ticket', async () => {
  strike('g')
  strike('p')
  await find('h1', 'Players')
  const search = await find('#players-search')
  ;(search as HTMLInputElement).value = 'player'
  await press(button('Search'))
  await find('a', 'PlayerOne')
  search.focus()
  strike('ArrowDown')
  expect(row()).toBe('12')
  strike('j')
  strike('j')
  strike('j')
  expect(row()).toBe('44')
  strike('k')
  expect(row()).toBe('31')
  strike('x')
  await until(() => expect(location.search).toContain('selected=31'))

  const written: ClipboardItem[] = []
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async (items) => {
    written.push(...items)
  })
  strike('c')
  await until(() => expect(toast.read()?.words).toBe('Copied for a ticket.'))
  const text = await (await written[0]?.getType('text/plain'))?.text()
  expect(text).toContain('| Player | Id |')
  expect(text).toContain('copied by Sam Support')
  write.mockRejectedValue(new Error('denied'))
  strike('c')
  await until(() => expect(toast.read()?.words).toBe('The browser did not let the page copy.'))
  write.mockRestore()
})

test('the open player is known to the palette as long as the page is open, and then as a last one', async () => {
  history.pushState(null, '', '/prod/players/12')
  dispatchEvent(new PopStateEvent('popstate'))
  await find('h1', 'PlayerOne')
  expect(openPlayer.read()).toEqual({ place: 'prod', id: 12, username: 'PlayerOne' })
  strike('g')
  strike('s')
  await find('h2', 'Last players')
  expect(openPlayer.read()).toBeNull()
})
