import { expect, onTestFinished, test, vi } from 'vitest'
import { draftMailing } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import { done } from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { aud, bea } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { allOf, button, field, find, press, until, wordsOf, write } from '../../testing/hand.ts'
import { open, render } from '../../testing/page.tsx'
import { Moment } from '../lists/Moment.tsx'

/* What an ordinary day does to the console: hours pass, lines drop, lists are closed. */

test('ages grow while a screen is open, and count from the moment at which they come', async () => {
  vi.useFakeTimers({
    now: Date.parse('2026-11-27T12:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  })
  render(<Moment of="2026-11-27T11:58:00Z" isAge />)
  expect(wordsOf(await find('time'))).toBe('2 minutes ago')
  await vi.advanceTimersByTimeAsync(180_000)
  await until(() => expect(allOf('time').map(wordsOf)).toEqual(['5 minutes ago']))
  // A mail that is put off while its row is shown.
  render(<Moment of="2026-11-27T12:13:00Z" isAge />)
  expect(wordsOf(await find('time'))).toBe('in 10 minutes')
})

test.each(['Asia/Tokyo', 'America/Los_Angeles'])(
  'a day of the audit log begins at midnight of the person’s clock in %s',
  async (zone) => {
    const { TZ } = process.env
    process.env['TZ'] = zone
    onTestFinished(() => void (process.env['TZ'] = TZ))
    const server = open('/prod/audit', aud)
    server.answer('audit list', () => done('', []))
    await write('Since', '2026-11-01')
    await press(button('Filter'))
    await until(() => expect(server.ordersOf('audit list')).toHaveLength(2))
    const { since } = server.ordersOf('audit list').at(-1)?.order ?? {}
    expect(new Date(String(since)).toISOString()).toBe(
      zone === 'Asia/Tokyo' ? '2026-10-31T15:00:00.000Z' : '2026-11-01T07:00:00.000Z',
    )
  },
)

test('a draft for a list that is closed by now shows that list', async () => {
  const server = open('/prod/mailings?mailing=900', bea)
  server.answer('mailings show', () => done('', { ...draftMailing, mailing: 900, list: 2 }))
  server.answer('newsletters list', () =>
    done('', [
      { id: 1, name: 'Platform news', isActive: true },
      { id: 2, name: 'Old news', isActive: false },
    ]),
  )
  const list = (await field('List')) as HTMLSelectElement
  expect(list.value).toBe('2')
  expect([...list.options].map(wordsOf)).toEqual(['Platform news', 'Old news (closed)'])
})

test('two rows that are selected within one moment are both selected', async () => {
  open('/prod/audit', aud)
  await until(() => expect(allOf('[data-select]').length).toBeGreaterThan(2))
  const [first, second] = allOf('[data-select]')
  first?.click()
  await Promise.resolve()
  second?.click()
  await until(() =>
    expect(new URLSearchParams(location.search).get('selected')?.split(',')).toHaveLength(2),
  )
})

test('a menu is closed by a press beside it, whatever has the focus', async () => {
  open('/prod/audit', aud)
  const menu = await until(() => {
    const found = document.querySelector<HTMLDetailsElement>('details.disclosure')
    if (found === null) throw new Error('No menu.')
    return found
  })
  menu.open = true
  menu.querySelector('ul')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(menu.open).toBe(true)
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(menu.open).toBe(false)
})

test('a person whose sign-out did not arrive is told so', async () => {
  open('/sessions')
  await find('td', 'this one')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')))
  await press((await until(() => allOf('button', 'Sign out').at(-1))) ?? button('Sign out'))
  await until(() => expect(document.body.textContent).toContain('You are still signed in.'))
})
