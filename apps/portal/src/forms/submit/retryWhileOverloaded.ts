import { CallError } from '@gatehouse/client/client'
import type { Challenge } from '@gatehouse/contract/errorItems'

/** Milliseconds after which no player is expected to wait any longer. */
const maximumWait = 10 * 60_000
/** Seconds by which a try comes later than it could, at the very most. */
const maximumDelay = 30

/** Why a form waits: the server has too much to do, or others guess at the account's password. */
export type WaitReason = 'overload' | 'guesses'

/** Until when a form waits for its next try, by the wall clock in milliseconds, and why. */
export interface Waiting {
  readonly until: number
  readonly reason: WaitReason
}

interface Line {
  readonly onWait: (waiting: Waiting) => void
  /** Aborted when the player does not wait any longer: no other try is made. */
  readonly signal: AbortSignal
}

/**
 * Repeats a call that was refused with the seconds to wait: with 503 while the server is overloaded, or
 * with a proof of work, which is solved meanwhile. Each try on an overloaded server comes a little later
 * by chance, so that not all callers come at once, and less often over time. Rejects with every other
 * failure, with the signal's reason when the player has enough, and with the last refusal after ten
 * minutes.
 */
export async function retryWhileOverloaded<T>(
  refusal: unknown,
  work: (proofOfWork: string | undefined) => Promise<T>,
  line: Line,
): Promise<T> {
  const since = Date.now()
  let error = refusal
  for (let tries = 0; ; tries += 1) {
    const wait = waitOf(error)
    if (wait === null || Date.now() - since > maximumWait) throw error
    line.signal.throwIfAborted()
    const { seconds, challenge } = wait
    const delay = challenge ? 0 : Math.random() * Math.min(2 ** tries, maximumDelay)
    const reason = challenge ? 'guesses' : 'overload'
    const [proof] = await Promise.all([
      challenge && solve(challenge),
      pause((seconds + delay) * 1000, reason, line),
    ])
    try {
      return await work(proof)
    } catch (next) {
      error = next
    }
  }
}

/** Milliseconds for which a button waits for a busy server without a word. */
const patience = 20_000

/** The same for a button; rejects with the refusal itself where the server stays busy. */
export async function retryForAWhile(refusal: unknown, work: () => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(patience)
  await retryWhileOverloaded(refusal, work, { onWait: () => undefined, signal }).catch(
    (last: unknown) => Promise.reject(signal.aborted ? refusal : last),
  )
}

interface Wait {
  readonly seconds: number
  /** Undefined where waiting is enough. */
  readonly challenge: Challenge | undefined
}

/** Null for a failure that no waiting helps against, or that lasts for an unknown time. */
function waitOf(error: unknown): Wait | null {
  if (!(error instanceof CallError) || error.retryAfter === null) return null
  const challenge = error.body?.ErrorMessages[0]?.Challenge
  return error.status === 503 || challenge ? { seconds: error.retryAfter, challenge } : null
}

/** Most players never need one. */
async function solve(challenge: Challenge): Promise<string> {
  const { solveChallenge } = await import('../proof-of-work/solveChallenge.ts')
  return solveChallenge(challenge)
}

function pause(milliseconds: number, reason: WaitReason, { onWait, signal }: Line): Promise<void> {
  onWait({ until: Date.now() + milliseconds, reason })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
