import { describe, expect, it } from 'vitest'
import { nowOf, panels, placeOf, tableOfPanel } from './samples.ts'

const start = Date.parse('2026-11-27T10:00:00Z')
const at = (second: number) => new Date(start + second * 1000).toISOString()
const span = { title: '', seconds: 60, bar: 20 }

function sample(node: string, second: number, more: object = {}) {
  const counts = { calls: 0, signIns: 0, registrations: 0, sentAway: 0, refusals: {} }
  const measures = { p95: 0, hashesWaiting: 0, mailLag: 0, jobsWaiting: 0, eventLoop: 0 }
  return { at: at(second), node, seconds: 5, connections: {}, ...counts, ...measures, ...more }
}

const panel = (title: string) => {
  const found = panels.find((each) => each.title === title)
  if (found === undefined) throw new Error(title)
  return found
}
const barsOf = (title: string, samples: readonly ReturnType<typeof sample>[]) =>
  tableOfPanel(panel(title), samples, span).rows.map(({ counts }) => counts)

describe('the samples of two servers as bars', () => {
  it('add counts up, a second, and the last bar is that of the seconds that were seen', () => {
    const seconds = [5, 10, 15, 20, 25, 30]
    const samples = seconds.flatMap((second) => [
      sample('one', second, { signIns: 10 }),
      sample('two', second, { signIns: 20 }),
    ])
    expect(barsOf('Sign-ins', samples)).toEqual([[0], [6], [6]])
    expect(nowOf(panel('Sign-ins'), samples)).toBe(6)
  })

  it('give each bar its share of what was counted while the database was away (AT-CON2-55)', () => {
    const samples = [
      sample('one', 5, { signIns: 10 }),
      sample('one', 45, { seconds: 40, signIns: 80 }),
    ]
    expect(barsOf('Sign-ins', samples)).toEqual([[2], [2], [2]])
  })

  it('add up what waits, and show the slowest server', () => {
    const samples = [
      sample('one', 25, { hashesWaiting: 3, p95: 20 }),
      sample('two', 30, { hashesWaiting: 4, p95: 300 }),
    ]
    expect(barsOf('Waiting room', samples)).toEqual([[0], [0], [7]])
    expect(barsOf('Time to answer', samples)).toEqual([[0], [0], [300]])
    expect(nowOf(panel('Waiting room'), samples)).toBe(7)
    expect(nowOf(panel('Time to answer'), samples)).toBe(300)
  })

  it('have five refusals and others, and a mark where it belongs', () => {
    const refusals = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((code, n) => [code, 90 - n]),
    )
    const samples = [sample('one', 45, { refusals })]
    const { parts, rows } = tableOfPanel(panel('Refusals'), samples, span)
    expect(parts).toEqual(['a', 'b', 'c', 'd', 'e', 'others'])
    expect(rows.at(-1)?.counts.at(-1)).toBe(33.8)
    expect(placeOf(at(30), samples, span)).toBe(1.5)
    expect(placeOf(at(-30), samples, span)).toBeNull()
  })

  it('are none where no server counts', () => {
    expect(tableOfPanel(panel('Database'), [sample('one', 5)], span).parts).toEqual([])
  })
})
