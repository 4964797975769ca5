/** Work that the process repeats; no run begins before the previous one has ended. */
export interface Task {
  /** Milliseconds between the end of a run and the next one, also after a failed run. */
  readonly pause: number
  /** The signal aborts when the task ends: a long run returns early then. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

export interface RepeatedTask {
  /**
   * Runs at once, or again after the run that is under way; after a failed run it waits its pause.
   */
  readonly wake: () => void
  /** Begins no other run, and waits for the one that is under way. */
  readonly end: () => Promise<void>
}

/** The tasks of a process. */
export class Scheduler {
  readonly #begun: RepeatedTask[] = []

  begin(task: Task): RepeatedTask {
    const begun = repeat(task)
    this.#begun.push(begun)
    return begun
  }

  async stop(): Promise<void> {
    await Promise.all(this.#begun.map(({ end }) => end()))
  }
}

function repeat({ pause, run, onError }: Task): RepeatedTask {
  const ending = new AbortController()
  const { signal } = ending
  let isWoken = false
  let isResting = false
  let ring: (() => void) | undefined
  async function runUntilEnded(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false
      isResting = false
      try {
        await run(signal)
      } catch (error) {
        // Requests go on waking it: without a rest it would ask an ill database without end.
        isResting = true
        onError(error)
      }
      if (signal.aborted || (isWoken && !isResting)) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        ring = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const over = runUntilEnded()
  return {
    wake() {
      isWoken = true
      if (!isResting) ring?.()
    },
    end() {
      ending.abort()
      ring?.()
      return over
    },
  }
}
