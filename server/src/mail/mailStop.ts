import { after, type Clock } from '../platform/clock.ts'

/** Since when the mail server refuses this server, and its last code. */
export interface MailStopped {
  readonly since: Date
  readonly reason: string
}

/** Refusals in a row, of whatever address, after which no mail is tried. */
const inRow = 10
/** Seconds between two mails that are tried all the same. */
const pause = 60

export type MailStop = ReturnType<typeof createMailStop>

/**
 * Stops the mails of a process where the mail server refuses us, one after the other: a thousand
 * more would only hurt our name. One mail a minute goes on trying.
 */
export function createMailStop(clock: Clock) {
  let refusals = 0
  let stopped: MailStopped | null = null
  let nextTry = new Date(0)
  return {
    stopped: () => stopped,
    /** Returns whether a mail may be tried now; while mails stop, it is the one of its minute. */
    mayTry(): boolean {
      const now = clock.now()
      if (stopped !== null && now < nextTry) return false
      nextTry = after(now, pause)
      return true
    },
    /** The mail server refused us; returns whether this stops the mails. */
    refused(reason: string): boolean {
      refusals += 1
      const begins = stopped === null && refusals >= inRow
      if (stopped !== null || begins) stopped = { since: stopped?.since ?? clock.now(), reason }
      return begins
    },
    /** The mail server judged a mail or took it; returns whether this ends the stop. */
    heard(): boolean {
      const ends = stopped !== null
      refusals = 0
      stopped = null
      return ends
    },
  }
}
