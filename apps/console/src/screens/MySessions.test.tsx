import { expect, test } from 'vitest'
import { refused } from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { alert, allOf, button, find, press, until, wordsOf } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'

test('a session of another browser is ended once, and its list is read again', async () => {
  const server = open('/sessions')
  await find('td', 'this one')
  const answer = Promise.withResolvers<ReturnType<typeof refused>>()
  server.answer('me sessions end', () => answer.promise)
  await press(button('End'))
  await find('[aria-busy="true"]', 'End')
  await press(button('End'))
  await press(button('End'))
  answer.resolve({ body: { data: { count: 1 }, message: 'The log-in is ended.' } })
  await until(async () => expect((await button('End')).getAttribute('aria-busy')).toBeNull())
  expect(server.ordersOf('me sessions end')).toMatchObject([{ id: 11 }])
  expect(allOf('[role="alert"]')).toEqual([])
})

test('a session that could not be ended is said above the list, which stays', async () => {
  const server = open('/sessions')
  server.answer('me sessions end', () => refused(503, 'FAILED', 'The database is away.'))
  await find('td', 'this one')
  await press(button('End'))
  expect(await alert()).toContain('The database is away.')
  expect(allOf('tr[data-row]').map((row) => wordsOf(row).includes('Safari'))).toEqual([false, true])
})

test('a session that is ended leaves the list, though that cannot be read again', async () => {
  const server = open('/sessions')
  await find('td', 'this one')
  server.answer('me sessions end', () => {
    server.answer('me sessions', () => refused(503, 'FAILED', 'The database is away.'))
    return { body: { data: { count: 1 }, message: 'The log-in is ended.' } }
  })
  await press(button('End'))
  await until(() => expect(allOf('tr[data-row]').map(wordsOf).join()).not.toContain('Safari'))
  expect(await find('td', 'this one')).toBeDefined()
})
