import { beforeEach, expect, test, vi } from 'vitest'
import { done, refused } from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { pia } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { alert, allOf, button, find, press, until, write } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { type Place, placesOf } from '../api/useMe.ts'
import { askFor, openAct } from './openAct.ts'
import { hasMoreToShow } from './Outcome.tsx'

const file = { ticket: 't1', name: 'player-12.json', expiresAt: '2099-01-01T00:00:00Z' }

test.each([
  ['a sentence', 'It is done.', null, false],
  ['a sentence about a few plain values', 'It is done.', { id: 12, until: null }, false],
  ['a sentence with a list', 'It is done.', { codes: ['a'] }, true],
  ['a file', '', { file }, true],
  ['a file beside a sentence', 'It is done.', { file }, true],
  ['values without a sentence', '', { email: 'player@example.com' }, true],
  ['nothing at all', '', {}, false],
  ['what is no file', 'It is done.', { file: 'none' }, false],
])('%s is more than a sentence says, or not', (_, message, data, isMore) => {
  expect(hasMoreToShow({ message, data, approval: null })).toBe(isMore)
})

test('a request that waits is more than a sentence', () => {
  const approval = { id: 'r1', expiresAt: '2099-01-01T00:00:00Z' }
  expect(hasMoreToShow({ message: 'Asked.', data: null, approval })).toBe(true)
})

const takes = vi.fn<() => Promise<Response>>()

/** Orders an act that makes a file. */
async function makeFile() {
  const server = open('/', pia)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path === '/downloads/t1' ? takes() : fetch(path, init),
  )
  server.answer('players export', ({ dryRun }) =>
    dryRun === true ? done('', null) : done('', { file }),
  )
  await find('h1', 'Start')
  askFor({
    name: 'players export',
    place: placesOf(pia)[0] as Place,
    preset: { player: 'id=12' },
    subject: { name: 'PlayerOne' },
  })
  await write('Reason', 'ticket 4711')
  await press(button('Ask for the export of PlayerOne'))
  await find('button', 'Download')
}

beforeEach(() => takes.mockReset())

test('a file is asked for once, however often it is pressed, and the dialog closes once it is stored', async () => {
  await makeFile()
  const answer = Promise.withResolvers<Response>()
  takes.mockReturnValueOnce(answer.promise)
  takes.mockResolvedValue(Response.json(refused(410, 'GONE').body, { status: 410 }))
  for (let presses = 0; presses < 3; presses += 1) await press(button('Download'))
  answer.resolve(new Response('{}'))
  await find('[role="status"]', 'Downloaded.')
  expect(takes).toHaveBeenCalledTimes(1)
  expect(allOf('[role="alert"], button', /Download|GONE/)).toEqual([])
  await expect(press(button('Close'))).rejects.toThrow('It is off')
  await press(find('input[type="checkbox"]'))
  await press(button('Close'))
  await until(() => expect(openAct.read()).toBeNull())
})

test('a file that is over is said, and the dialog can be closed', async () => {
  await makeFile()
  await expect(press(button('Close'))).rejects.toThrow('It is off')
  takes.mockResolvedValue(
    Response.json(refused(410, 'GONE', 'The file was taken.').body, { status: 410 }),
  )
  await press(button('Download'))
  expect(await alert()).toBe('The file was taken.GONE')
  await press(button('Close'))
  await until(() => expect(openAct.read()).toBeNull())
})

test('a file that did not come for the network can be asked for again', async () => {
  await makeFile()
  takes.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  takes.mockResolvedValue(new Response('{}'))
  await press(button('Download'))
  expect(await alert()).toContain('OFFLINE')
  await press(button('Download'))
  await find('[role="status"]', 'Downloaded.')
  expect(allOf('[role="alert"]')).toEqual([])
})
