import type { Me } from '@gatehouse/contract/console/me'
import {
  type Answer,
  callAct,
  endLogIn,
  type Envelope,
  fetchMe,
  fillAs,
  RefusalError,
} from './call.ts'
import { keepFor } from './kept.ts'
import { createStore } from './store.ts'
import { hearTabs, tellTabs } from './tabs.ts'

/*
 * A page belongs to the person who opened it. When the log-in ends, or another person signs in beside
 * it, its calls wait until the same person is back, and then go on. The page and all that was typed stay.
 */

/** Why calls wait for the person of the page; null while they do not. */
export type Lost = { readonly is: 'ended' } | { readonly is: 'another'; readonly name: string }

export const lostSession = createStore<Lost | null>(null)

/** The person of the page; null before the first answer. */
let page: Me | null = null
let back: PromiseWithResolvers<void> | null = null

let isOver = false

/** True once the page goes for another person: nobody is asked about what the one before has typed. */
export const isLeaving = () => isOver

/** Another person's page begins: this one goes, with all that is in it. */
export function startOver(): void {
  isOver = true
  location.reload()
}

/** True for the person of the page. */
function isOwn({ person }: Me): boolean {
  return person === page?.person
}

export function isRefusal(error: unknown, code: string): error is RefusalError {
  return error instanceof RefusalError && error.code === code
}

/** Reads who is signed in. Before the first answer a refusal is an answer too: no person is. */
export async function readMe(): Promise<Me> {
  let me
  try {
    me = await fetchMe()
  } catch (error) {
    if (!isRefusal(error, 'NOT_SIGNED_IN')) throw error
    lose(null)
    if (page === null) throw error
    await untilBack()
    return readMe()
  }
  if (page === null) begin(me)
  if (isOwn(me)) return me
  lose(me)
  await untilBack()
  return readMe()
}

function begin(me: Me): void {
  page = me
  fillAs(me.person)
  keepFor(me.person)
  tellTabs({ is: 'signed-in', person: me.person })
}

/** From now on calls wait: nobody is signed in, or another person is. */
function lose(other: Me | null): void {
  keepFor(other && other.person, page && page.person)
  if (page !== null) {
    lostSession.write(other === null ? { is: 'ended' } : { is: 'another', name: other.name })
  }
}

function untilBack(): Promise<void> {
  back ??= Promise.withResolvers<void>()
  return back.promise
}

/**
 * Looks who is signed in now. True when it is the person of the page, whose calls go on. A log-in that
 * had ended, and is another person's now, has left the page to that one.
 */
export async function lookForSession(): Promise<boolean> {
  let me
  try {
    me = await fetchMe()
  } catch (error) {
    if (isRefusal(error, 'NOT_SIGNED_IN')) lose(null)
    return false
  }
  if (!isOwn(me)) {
    if (lostSession.read()?.is === 'ended') startOver()
    else lose(me)
    return false
  }
  keepFor(page && page.person)
  lostSession.write(null)
  back?.resolve()
  back = null
  return true
}

/** Follows the sign-ins and sign-outs in other tabs; `whenChanged` is for a page that has no person yet. */
export function followTabs(whenChanged: () => void): () => void {
  return hearTabs((message) => {
    if (message === 'proven') return
    if (page === null) whenChanged()
    else if (message.is === 'signed-out' || message.person !== page.person) void lookForSession()
  })
}

/** Makes a call for the person of the page: where that one is not signed in, it waits and goes on. */
export async function asOwn<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    const isLost = isRefusal(error, 'NOT_SIGNED_IN') || isRefusal(error, 'OTHER_PERSON')
    if (!isLost) throw error
    const isBack = await lookForSession()
    // Where nobody could say who is signed in, nothing would end the wait.
    if (!isBack && lostSession.read() === null) throw error
    if (!isBack) await untilBack()
    return asOwn(call)
  }
}

/** Orders an act for the person of the page. */
export function order(
  name: string,
  envelope: Envelope,
  key?: string,
  isWatching = false,
): Promise<Answer> {
  return asOwn(() => callAct(name, envelope, { key, isWatching }))
}

/** Ends the log-in, empties the stores, and leads to where the identity provider ends its own. */
export async function signOut(): Promise<void> {
  const next = await asOwn(endLogIn)
  keepFor(null)
  tellTabs({ is: 'signed-out' })
  const { protocol, href } = new URL(next, location.origin)
  location.assign(/^https?:$/.test(protocol) ? href : '/')
}
