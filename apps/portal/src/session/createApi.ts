import { type CallName, calls } from '@gatehouse/contract/calls'
import { CallError, type Client, createClient } from '@gatehouse/client/client'
import type { Configuration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import { isRefusedWith } from '../ui/isRefusedWith.ts'

export interface BearerSource {
  /** The bearer of the signed-in player, or null. */
  current(): string | null
  /** Takes the bearer that was refused; answers whether there is another one now. */
  renew(used: string): Promise<boolean>
  /** The session has to set up a second step first, from now on. */
  restrict(): void
}

/**
 * The account API. Its calls wait for `confirmed`, as long as their signals let them. A call of a player
 * that answers 401 is sent once more with a renewed bearer; every other failure rejects with its
 * CallError. `onAnswer` gets every answer.
 */
export function createApi(
  configuration: Configuration,
  bearer: BearerSource,
  onAnswer: (answer: unknown, name: CallName) => void,
  confirmed: Promise<void>,
): Client {
  // A page that is rendered ahead of its browser asks nothing.
  if (typeof document === 'undefined') return () => new Promise(() => undefined)
  const send: Client = async (name, input, options) => {
    await Promise.race([confirmed, aborted(options?.signal)])
    const answer = await client(name, input, options)
    onAnswer(answer, name)
    return answer
  }
  const client = createClient({
    apiUrl: configuration.AccountApiUrl.replace(/\/+$/, ''),
    apiKey: configuration.AccountApiKey,
    bearer: () => bearer.current(),
    wantsAnswers: configuration.AccountApiUrl.startsWith(`${location.origin}/`),
    // A mail speaks like the page that asked for it.
    ...(rulesOf(configuration).offersLanguages
      ? { language: () => document.documentElement.lang }
      : {}),
  })
  return async (name, input, options) => {
    const used = carriesBearer(name) ? bearer.current() : null
    try {
      return await send(name, input, options)
    } catch (error) {
      if (isRefusedWith(error, 'ERROR_ENROLMENT_REQUIRED')) bearer.restrict()
      const isRefused = error instanceof CallError && error.status === 401
      if (!isRefused || used === null || !(await bearer.renew(used))) throw error
      return await send(name, input, options)
    }
  }
}

/** Rejects once the caller waits no longer. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function carriesBearer(name: CallName): boolean {
  const { caller } = calls[name]
  return caller === 'player' || caller === 'either'
}

/** True if a call failed because no answer came: it may come another time. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof CallError && error.status === 0
}

/** True for the refusal of a busy server, which says when to come again. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof CallError && error.status === 503 && error.retryAfter !== null
}
