import { after, type Clock } from '../platform/clock.ts'

/** Since when the mail server takes no mails of this server, and why. */
export interface MailStopped {
  readonly since: Date
  readonly reason: string
}

/** Failures in a row, of whatever address, after which no mail is tried. */
const inRow = 10
/** Seconds between two mails that are tried all the same. Knocking does not hurt our name, refusals do. */
const pauses = { refused: 60, absent: 10 } as const

export type MailStop = ReturnType<typeof createMailStop>

/**
 * Stops the mails of a process where the mail server takes none, one after the other: it refuses us, or
 * is away. A thousand more tries would hurt our name, and use up the tries of the mails. One mail at a time
 * goes on trying.
 */
export function createMailStop(clock: Clock) {
  let failures = 0
  let stopped: MailStopped | null = null
  let nextTry = new Date(0)
  return {
    stopped: () => stopped,
    /** Returns whether a mail may be tried now; while mails stop, it is the one of its pause. */
    mayTry: () => stopped === null || clock.now() >= nextTry,
    /** Somebody says that it takes mails again: the next one need not wait for its pause. */
    tryNow(): void {
      nextTry = clock.now()
    },
    /** The mail server refused us, or took no mail now; returns whether this stops the mails. */
    failed(reason: string, how: keyof typeof pauses): boolean {
      failures += 1
      nextTry = after(clock.now(), pauses[how])
      const begins = stopped === null && failures >= inRow
      if (stopped !== null || begins) stopped = { since: stopped?.since ?? clock.now(), reason }
      return begins
    },
    /** The mail server judged a mail or took it; returns whether this ends the stop. */
    heard(): boolean {
      const ends = stopped !== null
      failures = 0
      stopped = null
      return ends
    },
  }
}
