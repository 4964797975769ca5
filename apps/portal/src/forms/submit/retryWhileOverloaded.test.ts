import { CallError } from '@gatehouse/client/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryWhileOverloaded } from './retryWhileOverloaded.ts'

const full = () => new CallError(503, null, '', 3)

/**
 * A work that is refused so many times; how often it was tried, and when each next try was
 * announced.
 */
function refused(times: number, failure: () => Error = full) {
  const stop = new AbortController()
  const announced: number[] = []
  let tries = 0
  const work = () => {
    tries += 1
    return tries > times ? Promise.resolve('in') : Promise.reject(failure())
  }
  const begun = work().catch((error: unknown) =>
    retryWhileOverloaded(error, work, {
      onWait: ({ until }) => announced.push(until - Date.now()),
      signal: stop.signal,
    }),
  )
  // A test that expects a rejection asks for it later.
  begun.catch(() => undefined)
  return { begun, stop, announced, tried: () => tries }
}

/** How long one waits who is refused eight times, with the same luck every time. */
async function waitsOf(luck: number): Promise<readonly number[]> {
  vi.spyOn(Math, 'random').mockReturnValue(luck)
  const { announced, begun } = refused(8)
  await vi.advanceTimersByTimeAsync(400_000)
  await begun
  return announced
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('retryWhileOverloaded tries again without a press, and not before the server allows', async () => {
  const { begun, announced, tried } = refused(2)
  await vi.advanceTimersByTimeAsync(2999)
  expect(tried()).toBe(1)
  expect(announced).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1001)
  expect(tried()).toBe(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await begun).toBe('in')
})

test('callers do not return all at once, and return less often over time', async () => {
  expect(await waitsOf(0)).toEqual(Array(8).fill(3000))
  expect(await waitsOf(0.5)).toEqual([3500, 4000, 5000, 7000, 11_000, 18_000, 18_000, 18_000])
})

test('an aborted call is not sent again', async () => {
  const { begun, stop, tried } = refused(5)
  await vi.advanceTimersByTimeAsync(1000)
  stop.abort()
  await expect(begun).rejects.toThrow('abort')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tried()).toBe(1)
})

test('retryWhileOverloaded gives up after ten minutes', async () => {
  const { begun, tried } = refused(Number.POSITIVE_INFINITY)
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  await expect(begun).rejects.toMatchObject({ status: 503 })
  const tries = tried()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(tried()).toBe(tries)
})

test.each([
  ['a refusal', new CallError(400, null, '', 900)],
  ['a service that is out of reach for an unknown time', new CallError(503, null)],
  ['an answer that was lost', new CallError(0, null)],
])('%s is reported at once', async (_, failure) => {
  const { begun, announced } = refused(1, () => failure)
  await expect(begun).rejects.toBe(failure)
  expect(announced).toEqual([])
})
