import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds after which an answer that is known already is good enough. */
const answerWithin = 150

/**
 * True when the database answers. The result comes within 200 milliseconds: while a question is on
 * its way, the result of the last one counts. `ask` must fail by itself after some seconds.
 */
export function createReadiness(ask: () => Promise<unknown>): () => Promise<boolean> {
  let known: boolean | null = null
  let asking: Promise<boolean> | null = null
  return async () => {
    asking ??= ask()
      .then(
        () => true,
        () => false,
      )
      .then((isReady) => {
        known = isReady
        asking = null
        return isReady
      })
    return known === null
      ? asking
      : Promise.race([asking, pause(answerWithin, known, { ref: false })])
  }
}
