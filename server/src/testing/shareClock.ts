import { vi } from 'vitest'
import type { FakeClock } from './fakeClock.ts'

/**
 * Lets libraries that tell the time by themselves tell it by the test's clock; `pass` lets seconds go
 * by for everybody, and `vi.useRealTimers` ends it. The clock begins with the real time, so that
 * timers which were set before do not wait for months.
 */
export function shareClock(clock: FakeClock): (seconds: number) => void {
  clock.advance((Date.now() - clock.now().getTime()) / 1000)
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
  return (seconds) => {
    clock.advance(seconds)
    vi.setSystemTime(clock.now())
  }
}
