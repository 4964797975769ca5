import { tabStore } from '../../storage/tabStore.ts'

/** The purpose of a mail that a visitor asked for. */
export type MailPurpose = 'confirmation' | 'recovery' | 'new-address'

/** A mail that was asked for in this tab. */
export interface SentMail {
  readonly address: string
  /** When it was asked for last, by the wall clock in milliseconds. */
  readonly sentAt: number
  /** How often it was asked for again. */
  readonly repeats: number
}

/** Milliseconds before a mail is asked for again the first time: so long it may take. */
const firstPause = 60_000

/** Each pause is so many times the last: the server drops what comes more than five times an hour. */
const growth = 4

/**
 * To which address a mail went last, for the page that says so and for the one that sends another.
 * It is kept in this tab alone, until the player logs out.
 */
export const sentMail = {
  read(purpose: MailPurpose): SentMail | null {
    const stored = (tabStore.read(placeOf(purpose)) ?? {}) as Partial<
      Record<keyof SentMail, unknown>
    >
    const { address, sentAt, repeats } = stored
    if (typeof address !== 'string' || typeof sentAt !== 'number') return null
    return { address, sentAt, repeats: typeof repeats === 'number' ? repeats : 0 }
  },

  /** Notes the first mail to an address. */
  note(purpose: MailPurpose, address: string): void {
    tabStore.write(placeOf(purpose), { address, sentAt: Date.now(), repeats: 0 })
  },

  /** Notes that a mail was asked for once more. */
  noteRepeat(purpose: MailPurpose, { address, repeats }: SentMail): SentMail {
    const repeated = { address, sentAt: Date.now(), repeats: repeats + 1 }
    tabStore.write(placeOf(purpose), repeated)
    return repeated
  },

  forget: (purpose: MailPurpose) => tabStore.forget(placeOf(purpose)),
}

/** When a mail may be asked for again, by the wall clock in milliseconds. */
export function nextMailAt({ sentAt, repeats }: SentMail): number {
  return sentAt + firstPause * growth ** Math.min(repeats, growth)
}

function placeOf(purpose: MailPurpose): string {
  return `mail.${purpose}`
}
