import { setTimeout as pause } from 'node:timers/promises'

/** The time between the order to stop and the end, in which proxies learn to go elsewhere. */
export class Drain {
  readonly #cut = new AbortController()
  #isBegun = false

  /** True if this server is about to end: it is not ready, and keeps no connection open. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Begins; resolves after so many seconds, or once it is cut short. */
  async wait(seconds: number): Promise<void> {
    this.#isBegun = true
    const { signal } = this.#cut
    await pause(seconds * 1000, undefined, { signal }).catch(() => undefined)
  }

  /** Ends the wait. */
  cutShort(): void {
    this.#cut.abort()
  }
}
