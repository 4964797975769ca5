import type { Configuration } from '@gatehouse/contract/configuration'
import type { Rules } from '@gatehouse/contract/environments'
import type { Path } from '@gatehouse/contract/routes'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Consent } from '../consent/createConsent.ts'
import type { TagEvent, Tags } from '../consent/createTags.ts'
import type { ReturnTo } from '../session/returnTo.ts'
import type { Session, SessionState } from '../session/session.ts'
import type { NewsStore } from './news.ts'
import type { PageState } from './pageState.ts'

/** Everything that screens work with. */
export interface Portal {
  readonly configuration: Configuration
  readonly rules: Rules
  readonly session: Session
  readonly returnTo: ReturnTo
  readonly consent: Consent
  readonly tags: Tags
  readonly pageState: PageState
  readonly news: NewsStore
  /** Says in a status region, and for some seconds in a toast, what went well. */
  say(words: string): void
  /** Goes to another screen of the portal. */
  go(path: Path, options?: { readonly replace?: boolean }): void
  /**
   * Opens the session of a log-in and goes where the player was heading. `event` is what analytics
   * may learn of it: a partner's registration ends in a log-in, too.
   */
  enter(identity: string, event?: TagEvent): Promise<void>
  /** Goes where the player was heading: the kept redirect URL if it may be followed, else the account. */
  proceed(): Promise<void>
  /**
   * The central handler: shows the error page that belongs to a failure. It replaces a screen to
   * which Back should not lead.
   */
  fail(error: unknown, options?: { readonly replace?: boolean }): void
}

export const PortalContext = createContext<Portal | null>(null)

export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (portal === null) throw new Error('This component is not inside a portal.')
  return portal
}

export function useSession(): SessionState {
  const { session } = usePortal()
  return useSyncExternalStore(session.subscribe, session.read, session.read)
}
