import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Answering,
  done,
  refused,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { ada } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { alert, allOf, find, strike, until, wordsOf } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'

const now = Date.parse('2026-11-27T12:00:00.000Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

const sample = (seconds: number, node = 'one', more: object = {}) => ({
  at: at(seconds),
  node,
  seconds: 5,
  calls: 60,
  signIns: 10,
  registrations: 0,
  sentAway: 0,
  refusals: {},
  p95: 40,
  hashesWaiting: 0,
  mailLag: 0,
  jobsWaiting: 0,
  eventLoop: 5,
  connections: {},
  ...more,
})

const mark = (seconds: number, what: string) => ({ at: at(seconds), deployment: 'prod', what })

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    now,
  })
})

function openLaunch(search = '', samples: readonly object[] = [sample(-5), sample(0)]) {
  const server = open(`/prod/launch${search}`, ada)
  server.answer('launch samples', () => done('', { samples, marks: [] }))
  return server
}

const asked = (server: Answering) =>
  server.ordersOf('launch samples').map(({ order, isWatching = false }) => {
    const ago = Date.parse(String(order['since'])) - now
    return [Math.round(ago / 1000), isWatching]
  })

/** The count of now of a panel. */
const count = (title: string) =>
  wordsOf(allOf('section.card', new RegExp(`^${title}`))[0]?.querySelector('.now') as Element)

test('the first look has all of the span, and those after it the rest alone', async () => {
  const server = openLaunch()
  await find('h2', 'Sign-ins')
  expect(count('Sign-ins')).toBe('2 a second')
  server.answer('launch samples', () =>
    // The last sample comes again, and beside it one of another server.
    done('', { samples: [sample(0), sample(0, 'two'), sample(5), sample(5, 'two')], marks: [] }),
  )
  await vi.advanceTimersByTimeAsync(2000)
  await until(() => expect(asked(server)).toHaveLength(2))
  await until(() => expect(count('Sign-ins')).toBe('4 a second'))
  expect(asked(server)).toEqual([
    [-1800, false],
    [0, true],
  ])
})

test('a day is read again as a whole, by the minute', async () => {
  const server = openLaunch('?span=24-hours')
  await find('h2', 'Sign-ins')
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked(server)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  await until(() => expect(asked(server)).toHaveLength(2))
  expect(asked(server)).toEqual([
    [-86_400, false],
    [-86_400 + 60, true],
  ])
})

test('values without a new sample for twenty seconds are old, say of when they are, and go on by themselves', async () => {
  const server = openLaunch()
  await find('h2', 'Sign-ins')
  await vi.advanceTimersByTimeAsync(18_000)
  expect(allOf('[role="alert"]')).toEqual([])
  await vi.advanceTimersByTimeAsync(6000)
  expect(await alert()).toMatch(/^No server is reporting\. You see the values of \d\d:00:00\./)
  expect(allOf('.screen[data-old]')).toHaveLength(1)
  server.answer('launch samples', () => done('', { samples: [sample(24)], marks: [] }))
  await vi.advanceTimersByTimeAsync(4000)
  await until(() => expect(allOf('[role="alert"]')).toEqual([]))
})

test('a look that fails keeps the charts, and says why', async () => {
  const server = openLaunch()
  await find('h2', 'Sign-ins')
  server.answer('launch samples', () => refused(503, 'FAILED', 'The database is away.'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(await alert()).toContain('The database is away.')
  expect(count('Sign-ins')).toBe('2 a second')
})

test('no sample at all is said in words', async () => {
  openLaunch('', [])
  const title = await find('.empty-title')
  expect(wordsOf(title)).toBe('No server has reported in this time')
})

test('a span of no name is the first one', async () => {
  openLaunch('?span=never')
  await find('h2', 'Sign-ins')
  expect(allOf('nav[aria-label="Time"] [aria-current]').map(wordsOf)).toEqual(['30 minutes'])
})

test('a wall stays one with another span, and is left by Escape with its span', async () => {
  openLaunch('?span=2-hours&wall=on')
  await find('.wall h2', 'Sign-ins')
  expect(await find('a', '24 hours')).toMatchObject({ search: '?span=24-hours&wall=on' })
  await until(() => {
    strike('Escape')
    expect(location.search).toBe('?span=2-hours')
  })
  expect(allOf('.wall')).toEqual([])
})

test('what was published and mailed is listed, the newest first', async () => {
  const server = openLaunch()
  server.answer('launch samples', () =>
    done('', { samples: [sample(0)], marks: [mark(-600, 'version 14'), mark(-60, 'mailing 6')] }),
  )
  await find('h2', 'Published and mailed')
  expect(allOf('.marks li').map((each) => wordsOf(each).slice(-10))).toEqual([
    expect.stringMatching(/mailing 6$/),
    expect.stringMatching(/version 14$/),
  ])
})
