import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scheduler } from './scheduler.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A begun task that the test ends run by run. */
function begin(scheduler: Scheduler) {
  const runs: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const errors: unknown[] = []
  const run = () =>
    new Promise<void>((resolve, reject) => {
      runs.push({ resolve, reject })
    })
  const onError = (error: unknown) => void errors.push(error)
  return { runs, errors, ...scheduler.begin({ pause: 1000, run, onError }) }
}

it('begins a run a pause after the end of the one before, also after a failed one', async () => {
  const { runs, errors } = begin(new Scheduler())
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(1)
  runs[0]?.reject('failed')
  await vi.advanceTimersByTimeAsync(999)
  expect([runs.length, errors]).toEqual([1, ['failed']])
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
})

it('runs at once when woken, after the run under way, and never before the pause of a failed one', async () => {
  const { runs, wake } = begin(new Scheduler())
  wake()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(3)
  runs[2]?.reject(new Error('ill'))
  await vi.advanceTimersByTimeAsync(0)
  wake()
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toHaveLength(3)
})

it('stops after the runs that are under way', async () => {
  const scheduler = new Scheduler()
  const { runs, wake } = begin(scheduler)
  let isStopped = false
  const stopped = scheduler.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(5000)
  expect(isStopped).toBe(false)
  runs[0]?.resolve()
  await stopped
  wake()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(1)
})
