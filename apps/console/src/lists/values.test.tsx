import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { allOf, wordsOf } from '../../testing/hand.ts'
import { render } from '../../testing/page.tsx'
import { MeContext } from '../api/useMe.ts'
import { Moment } from './Moment.tsx'
import { Name } from './Name.tsx'
import { idAmong, plainColumns } from './plainColumns.tsx'
import { Reason } from './Reason.tsx'
import { Value } from './Value.tsx'

/** The words of a part. */
function said(part: ReactNode): string {
  render(part)
  return wordsOf(document.body)
}

const reason = (why: string, ticketUrl: string | null) =>
  said(
    <MeContext value={{ ...sam, ticketUrl }}>
      <Reason of={why} />
    </MeContext>,
  )
const link = () => allOf('a')[0]?.getAttribute('href')

describe('a text that a player has chosen', () => {
  test.each([
    ['Guybrush', 'Guybrush'],
    ['Ada\u202Eeno', 'AdaU+202Eeno'],
    ['a\u200Bb\u0000', 'aU+200BbU+0000'],
    ['\u3164', 'U+3164'],
    ['', ''],
  ])('%j is shown as %j', (name, shown) => {
    expect(said(<Name of={name} />)).toBe(shown)
    expect(allOf('bdi')).toHaveLength(1)
  })

  test('of letters of any script has no sign that was not in it', () => {
    for (const name of ['عائشة', 'Zoë', '李小龙', '👩‍🚀'.replace('\u200D', '')]) {
      expect(said(<Name of={name} />)).toBe(name)
    }
  })
})

describe('a reason', () => {
  test('leads to its ticket, and stays whole', () => {
    expect(reason('as Ticket #4711 says', 'https://desk.example/{}')).toBe('as Ticket #4711 says')
    expect([link(), wordsOf(allOf('a')[0] as Element)]).toEqual([
      'https://desk.example/4711',
      'Ticket #4711',
    ])
  })

  test.each([
    ['ticket 4711', null],
    ['ticket 4711', 'javascript:alert({})'],
    ['my ticket', 'https://desk.example/{}'],
  ])('%s with the address %s leads nowhere', (why, ticketUrl) => {
    expect(reason(why, ticketUrl)).toBe(why)
    expect(link()).toBeUndefined()
  })
})

describe('an answer of any shape', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T12:00:00Z') })
  })

  test.each([
    [null, '–'],
    [undefined, '–'],
    ['', '–'],
    [0, '0'],
    [false, 'no'],
    [true, 'yes'],
    [[], 'none'],
    [{}, 'none'],
    [['a', null], 'a–'],
    ['2026-11-26', '2026-11-26'],
  ])('%j is shown as %j', (value, shown) => {
    expect(said(<Value of={value} />)).toBe(shown)
  })

  test('is a table where all of it are rows, with a column for each field of any', () => {
    render(<Value of={[{ id: 1 }, { id: 2, bannedUntil: null }]} />)
    expect(allOf('th').map(wordsOf)).toEqual(['ID', 'Banned until'])
    expect(allOf('td').map(wordsOf)).toEqual(['1', '–', '2', '–'])
    render(<Value of={[{ id: 1 }, 'other']} />)
    expect(allOf('table')).toEqual([])
    expect(allOf('li').map(wordsOf)).toEqual(['ID1', 'other'])
  })

  test('is a list of facts where it is one record, and a moment is on the person’s clock', () => {
    render(<Value of={{ seenAt: '2026-11-27T11:30:00.000Z' }} />)
    expect(allOf('dt').map(wordsOf)).toEqual(['Seen at'])
    expect(wordsOf(allOf('time')[0] as Element)).toMatch(/^27 Nov 2026, \d\d:\d\d$/)
  })

  test('has moments in full, by their age, and as they came where they are none', () => {
    const at = '2026-11-27T11:30:00.000Z'
    expect(said(<Moment of={at} isFull />)).toMatch(/^27 Nov 2026, \d\d:\d\d · 30 minutes ago$/)
    expect(said(<Moment of={at} isAge />)).toBe('30 minutes ago')
    expect(said(<Moment of="soon" />)).toBe('soon')
    expect(said(<Moment of={null} isFull />)).toBe('–')
  })
})

test('rows are told apart by their id, or by their place', () => {
  const rows = [{ kid: 'k1' }, { badge: 'beta' }, { id: 0 }, { id: null }]
  expect(rows.map(idAmong(rows))).toEqual(['k1', 'beta', '0', '4'])
  expect(plainColumns([{ id: 1 }, { approved_by: 'Ada' }]).map(({ title }) => title)).toEqual([
    'ID',
    'Approved by',
  ])
})
