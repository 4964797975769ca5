import { CallError } from '@gatehouse/client/client'

/** Milliseconds after which no player is expected to wait any longer. */
const patience = 10 * 60_000
/** Seconds by which a try comes later than it could, at the very most. */
const longestDelay = 30

interface Line {
  /** Called with the time of the next try, by the wall clock in milliseconds. */
  readonly onWait: (until: number) => void
  /** Aborted when the player waits no longer: no other try is made. */
  readonly signal: AbortSignal
}

/**
 * Repeats a call while the server is overloaded and answers 503 with the seconds to wait. Each try
 * comes a little later by chance, so that not all callers come at once, and less often over time. Rejects with every other failure, with the
 * signal's reason when the player has enough, and with the last refusal after ten minutes.
 */
export async function retryWhileOverloaded<T>(work: () => Promise<T>, line: Line): Promise<T> {
  const since = Date.now()
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const seconds = secondsToWait(error)
      if (seconds === null || Date.now() - since > patience) throw error
      line.signal.throwIfAborted()
      const delay = Math.random() * Math.min(2 ** tries, longestDelay)
      await pause((seconds + delay) * 1000, line)
    }
  }
}

/** Null for a failure that no waiting helps against, or that lasts for an unknown time. */
function secondsToWait(error: unknown): number | null {
  return error instanceof CallError && error.status === 503 ? error.retryAfter : null
}

function pause(milliseconds: number, { onWait, signal }: Line): Promise<void> {
  onWait(Date.now() + milliseconds)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
