import { type Path, paths } from '@gatehouse/contract/routes'
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

/** What the links of mails have done. A link works once, so its outcome outlives a reload of its page. */
export interface MailOutcome {
  readonly emailUpdate: EmailUpdate | null
  /** The account was frozen here just now: where its mail went, masked; null before. */
  readonly frozen: { readonly Email: string } | null
  /** The link of a registration's mail that did not work; '' when there is none. */
  readonly deadLink: string
  updateEmail(update: EmailUpdate): void
  freeze(frozen: { readonly Email: string }): void
  noteDeadLink(link: string): void
}

const places = { emailUpdate: 'email-update', frozen: 'frozen' } as const

export function createMailOutcome(loadedPath: string): MailOutcome {
  const storedAt = (path: Path, place: string) => {
    const stored = loadedPath === path ? tabStore.read(place) : null
    return typeof stored === 'object' ? (stored as Readonly<Record<string, unknown>> | null) : null
  }
  const outcome = {
    emailUpdate: readUpdate(storedAt(paths.updateEmailSuccess, places.emailUpdate)),
    frozen: readFrozen(storedAt(paths.accountFrozen, places.frozen)),
    deadLink: '',
    updateEmail(update: EmailUpdate) {
      outcome.emailUpdate = update
      tabStore.write(places.emailUpdate, update)
    },
    freeze(frozen: { readonly Email: string }) {
      outcome.frozen = frozen
      tabStore.write(places.frozen, frozen)
    },
    noteDeadLink(link: string) {
      outcome.deadLink = link
    },
  }
  return outcome
}

type Stored = Readonly<Record<string, unknown>> | null

function readUpdate(stored: Stored): EmailUpdate | null {
  if (stored === null) return null
  const { isUndone, Email, Username } = stored
  return {
    isUndone: isUndone === true,
    ...(typeof Email === 'string' && { Email }),
    ...(typeof Username === 'string' && { Username }),
  }
}

function readFrozen(stored: Stored): MailOutcome['frozen'] {
  return typeof stored?.['Email'] === 'string' ? { Email: stored['Email'] } : null
}
