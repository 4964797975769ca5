import type { AccountEvent, PlayerEvent } from '@gatehouse/signin/signin'
import type { Visits } from './visits.ts'

const eventsKept = 100

/** The received events, the newest first. */
export interface AccountEvents {
  /** Keeps an event once, however often it comes, and applies it. */
  readonly hear: (event: AccountEvent) => void
  readonly newest: () => readonly AccountEvent[]
  readonly clear: () => void
}

export function createAccountEvents(visits: Visits): AccountEvents {
  let heard: readonly AccountEvent[] = []

  function apply({ type, data }: PlayerEvent): void {
    const isOurs = ({ portal, sub }: { portal: string; sub: string }) =>
      `${portal}/oidc` === data.iss && sub === data.sub
    const members = visits.members().filter(isOurs)
    switch (type) {
      case 'account.restored':
      case 'account.renamed':
        for (const member of members) {
          member.name = data.preferred_username ?? member.name
          visits.remember(member)
        }
        break
      case 'account.email_changed':
      case 'account.platform_linked':
      case 'account.platform_unlinked':
        // An event may arrive late or twice, so the site reads the player's data from the portal
        // again.
        for (const member of members) member.isStale = true
        break
      case 'account.deleted':
        visits.end(isOurs)
        visits.forget(data.iss.replace(/\/oidc$/, ''), data.sub)
        // Older events still carry the name of the deleted player.
        heard = heard.map((event) =>
          event.type !== 'event.test' && event.data.iss === data.iss && event.data.sub === data.sub
            ? { ...event, data: { iss: data.iss, sub: data.sub } }
            : event,
        )
        break
      // The lounge reads the blocks from the portal, so there is no copy to change.
      case 'block.added':
      case 'block.removed':
      // The player signs in again when it suits.
      case 'account.unfrozen':
      case 'account.unbanned':
      // The back-channel log-outs name the sessions that have ended.
      case 'account.sessions_revoked':
      case 'account.credentials_changed':
      // Nothing is kept of a player before the first sign-in.
      case 'account.created':
        break
      case 'account.banned':
      case 'account.frozen':
      case 'account.consent_withdrawn':
        visits.end(isOurs)
        break
    }
  }

  return {
    hear(event) {
      if (heard.some((known) => known.id === event.id)) return
      heard = [event, ...heard].slice(0, eventsKept)
      if (event.type !== 'event.test') apply(event)
    },
    newest: () => heard,
    clear() {
      heard = []
    },
  }
}
