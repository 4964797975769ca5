import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { watchClock } from './clocks.ts'

let app: TestApp
/** Seconds that the clock of the server is ahead. */
let ahead: number
/** Seconds that each look at the clock is later than the one before it: the time of the answer. */
let roundTrip: number

beforeAll(async () => {
  app = await startApp({ nodes: 1 })
})
beforeEach(() => {
  ahead = 0
  roundTrip = 0
})
afterAll(() => app.close())

/** A server whose clock is wrong; `look` compares it, and returns the lines that this wrote. */
function watched() {
  let looks = 0
  const clock: Clock = {
    now: () => {
      looks += 1
      const side = looks % 2 === 0 ? 0.5 : -0.5
      return new Date(Date.now() + (ahead + side * roundTrip) * 1000)
    },
  }
  const { run } = watchClock({ ...app.services, clock })
  return async () => {
    const before = app.logged.length
    await run(new AbortController().signal)
    return app.logged.slice(before).map((line) => {
      const { level, event, seconds } = JSON.parse(line) as Record<string, unknown>
      return [level, event, Math.round(Number(seconds))]
    })
  }
}

async function difference(): Promise<number> {
  const { body } = await app.visitor().send({ method: 'GET', url: '/metrics' })
  return Math.round(Number(/^gatehouse_clock_difference_seconds (\S+)$/m.exec(body)?.[1]))
}

it('a clock that differs by more than two seconds is a warning, by more than thirty an error, once each', async () => {
  const look = watched()
  expect(await look()).toEqual([])
  ahead = 1.5
  expect(await look()).toEqual([])
  ahead = -4
  expect([await look(), await look()]).toEqual([[[40, 'clock.differs', -4]], []])
  expect(await difference()).toBe(-4)
  ahead = 45
  expect([await look(), await look()]).toEqual([[[50, 'clock.wrong', 45]], []])
  expect(await difference()).toBe(45)
  ahead = 0
  expect(await look()).toEqual([])
  expect(await difference()).toBe(0)
  ahead = 4
  expect(await look()).toEqual([[40, 'clock.differs', 4]])
})

it('the time that the answer takes is no difference', async () => {
  const look = watched()
  roundTrip = 10
  ahead = 4
  expect(await look()).toEqual([])
  ahead = 8
  expect(await look()).toEqual([[40, 'clock.differs', 3]])
})
