import { tabStore } from '../storage/tabStore.ts'

/**
 * The change of address that a link has just made or undone. Other servers leave out whose address it is,
 * masked.
 */
export interface EmailUpdate {
  readonly isUndone: boolean
  readonly Email?: string
  readonly Username?: string
}

/** The account was frozen here just now: where its mail went, masked. */
interface Frozen {
  readonly Email: string
}

const places = { emailUpdate: 'email-update', frozen: 'frozen' } as const

let emailUpdate: EmailUpdate | null = null
let frozen: Frozen | null = null
let deadLink = ''

/** What the links of mails have done. A link works once, so its outcome outlives a reload of its page. */
export const mailOutcome = {
  emailUpdate: () => emailUpdate ?? readUpdate(storedAt(places.emailUpdate)),

  updateEmail(update: EmailUpdate): void {
    emailUpdate = update
    tabStore.write(places.emailUpdate, update)
  },

  /** Null where nothing was frozen. */
  frozen: () => frozen ?? readFrozen(storedAt(places.frozen)),

  freeze(account: Frozen): void {
    frozen = account
    tabStore.write(places.frozen, account)
  },

  /** The link of a registration's mail that did not work; '' when there is none. */
  deadLink: () => deadLink,

  noteDeadLink(link: string): void {
    deadLink = link
  },
}

type Stored = Readonly<Record<string, unknown>> | null

function storedAt(place: string): Stored {
  const stored = tabStore.read(place)
  return typeof stored === 'object' ? (stored as Stored) : null
}

function readUpdate(stored: Stored): EmailUpdate | null {
  if (stored === null) return null
  const { isUndone, Email, Username } = stored
  return {
    isUndone: isUndone === true,
    ...(typeof Email === 'string' && { Email }),
    ...(typeof Username === 'string' && { Username }),
  }
}

function readFrozen(stored: Stored): Frozen | null {
  return typeof stored?.['Email'] === 'string' ? { Email: stored['Email'] } : null
}
