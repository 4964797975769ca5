import type { Clock } from '../clock.ts'

/** A clock that stands still until it is told to go on. */
export class FakeClock implements Clock {
  #now = new Date('2026-03-02T12:00:00.000Z')

  now(): Date {
    return new Date(this.#now)
  }

  /** Lets seconds go by. */
  advance(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000)
  }
}
