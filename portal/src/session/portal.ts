import type { Configuration } from '@gatehouse/contract/configuration'
import type { Rules } from '@gatehouse/contract/environments'
import type { Path } from '@gatehouse/contract/paths'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Consent } from '../consent/createConsent.ts'
import type { TagEvent, Tags } from '../consent/createTags.ts'
import type { ReturnTo } from './createReturnTo.ts'
import type { Session, SessionState } from './session.ts'

/** What a visit learns while it goes on. */
export interface VisitNotes {
  /** The landing rule was applied: it is once per page load. */
  readonly hasLanded: boolean
  /** The name with which the visitor began to log in. */
  readonly username: string
  /** A validated key, until a registration consumes it; '' when none is held. */
  readonly accessKey: string
  /** The registration that was sent last, and the key under which it is sent again. */
  readonly registering: { readonly form: string; readonly key: string } | null
  /** The screen that acts as soon as it is shown, and that the player chose here; '' before. */
  readonly agreedTo: Path | ''
  /** The address where another try begins of what led to an error page; '' when there is none. */
  readonly retry: string
  /** Under which the server's log has what led to an error page; '' when it does not. */
  readonly requestId: string
}

/** What lives as long as the loaded page. */
export interface Visit {
  readonly loadedPath: string
  readonly notes: VisitNotes
  note(news: Partial<VisitNotes>): void
  /** What the link of a recovery mail brought; a new password spends it. */
  readonly recoveryToken: string
  /** What was typed into a form that an error page interrupted, by the form's name. */
  readonly drafts: Map<string, FormData>
}

/** Everything that screens work with. */
export interface Portal {
  readonly configuration: Configuration
  readonly rules: Rules
  readonly session: Session
  readonly returnTo: ReturnTo
  readonly consent: Consent
  readonly tags: Tags
  readonly visit: Visit
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
