import type { Me } from '@gatehouse/contract/console/me'
import { type Answer, callAct, type Envelope, fetchMe, RefusalError } from './call.ts'
import { createStore } from './store.ts'

/*
 * A session that ends during the work: calls wait until the same person has signed in again, in
 * another window, and then go on. The page and all that was typed stay.
 */

/** True while calls wait for a sign-in. */
export const lostSession = createStore(false)

let person: string | null = null
let back: PromiseWithResolvers<void> | null = null

let isOver = false

/** True once another person is signed in: the page goes, with all that the one before has typed. */
export const isOfAnother = () => isOver

/** Another person's orders are not these. Never ends: the page does. */
function startOver(): Promise<never> {
  isOver = true
  location.reload()
  return new Promise(() => undefined)
}

const personOf = ({ name, email }: Me) => `${name} ${email}`

export function isRefusal(error: unknown, code: string): error is RefusalError {
  return error instanceof RefusalError && error.code === code
}

/** Reads who is signed in. Before the first answer a refusal is an answer too: no person is. */
export async function readMe(): Promise<Me> {
  try {
    const me = await fetchMe()
    if (person !== null && person !== personOf(me)) return await startOver()
    person = personOf(me)
    return me
  } catch (error) {
    if (person !== null && isRefusal(error, 'NOT_SIGNED_IN')) {
      await untilSignedIn()
      return readMe()
    }
    throw error
  }
}

function untilSignedIn(): Promise<void> {
  back ??= Promise.withResolvers<void>()
  lostSession.write(true)
  return back.promise
}

/** Looks whether a person has signed in again. True when the waiting calls go on. */
export async function lookForSession(): Promise<boolean> {
  let me
  try {
    me = await fetchMe()
  } catch {
    return false
  }
  if (personOf(me) !== person) return startOver()
  lostSession.write(false)
  back?.resolve()
  back = null
  return true
}

/** Orders an act; a session that is over is asked for once more, and the order goes on. */
export async function order(
  name: string,
  envelope: Envelope,
  key?: string,
  isWatching = false,
): Promise<Answer> {
  try {
    return await callAct(name, envelope, { key, isWatching })
  } catch (error) {
    if (!isRefusal(error, 'NOT_SIGNED_IN')) throw error
    await untilSignedIn()
    return order(name, envelope, key, isWatching)
  }
}
