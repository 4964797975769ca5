import { reason } from '@gatehouse/contract/acts/act'

/* The last reasons of this person, in this browser alone. */

const key = 'gatehouse.reasons'
const kept = 5

export function lastReasons(): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    const texts = Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
    return texts.slice(0, kept)
  } catch {
    return []
  }
}

export function keepReason(why: string): void {
  const next = [why, ...lastReasons().filter((each) => each !== why)].slice(0, kept)
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // The browser keeps nothing: the next reason is typed.
  }
}

/** Says what is wrong with a reason; undefined for a good one. */
export function complaintAbout(why: string): string | undefined {
  if (why.trim() === '') return 'is needed: a ticket’s number will do'
  return reason.safeParse(why).error?.issues[0]?.message
}
