import { reason } from '@gatehouse/contract/acts/act'
import { keep, readKept } from '../api/kept.ts'

/* The last reasons of this person, in this browser alone. */

const most = 5

export function lastReasons(): readonly string[] {
  const read = readKept('reasons')
  const texts = Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
  return texts.slice(0, most)
}

export function keepReason(why: string): void {
  keep('reasons', [why, ...lastReasons().filter((each) => each !== why)].slice(0, most))
}

/** Says what is wrong with a reason; undefined for a good one. */
export function complaintAbout(why: string): string | undefined {
  if (why.trim() === '') return 'is needed: a ticket’s number will do'
  return reason.safeParse(why).error?.issues[0]?.message
}
