import type { Configuration } from '@gatehouse/contract/configuration'
import type { Rules } from '@gatehouse/contract/environments'
import type { Path } from '@gatehouse/contract/routes'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Consent } from '../consent/createConsent.ts'
import type { Tags } from '../consent/createTags.ts'
import type { Destination, ReturnTo } from '../session/returnTo.ts'
import type { Session, SessionState } from '../session/session.ts'
import type { Drafts } from './drafts.ts'
import type { LastFailure } from './failure.ts'
import type { LogIn } from './logIn.ts'
import type { Page } from './page.ts'
import type { Registration } from './registration.ts'
import type { NotificationStore, NotifyOptions } from '../ui/notifications.ts'

interface Move {
  /** Back does not lead to the screen that is left. */
  readonly replace?: boolean
  readonly step?: string
  /** A link's secret for the screen, which no address shows. */
  readonly secret?: string
}

interface Failing {
  readonly replace?: boolean
  /** Another try begins at the same address, even after an answer of the server. */
  readonly canRetry?: boolean
}

/** The environment that the portal runs in. */
export interface Settings {
  readonly configuration: Configuration
  readonly rules: Rules
}

/** Says how work is going, on any screen. */
interface Feedback {
  readonly notifications: NotificationStore
  /** Reports a success in a status region at its place. */
  notify(words: () => string, saying?: NotifyOptions): void
}

/** The ways to other screens and sites. They lead nowhere once the player has left their screen. */
export interface Navigation {
  /** Goes to an address of the portal. */
  go(href: string, move?: Move): void
  /** Leaves for another site, as `redirectOut` does. */
  leave(url: string, options?: { readonly keepsPage?: boolean }): Promise<void>
  /** Goes where it was decided, in place of the screen that is left; without that to a path. */
  follow(destination: Destination | null, otherwise: Path): Promise<void>
  /** True while the player is on the screen, or the step, that has this portal. */
  isCurrent(): boolean
  /**
   * Opens the session of a log-in, for the client of the visit or another one, and goes where the
   * player was heading.
   */
  enter(identity: string, clientId?: string): Promise<void>
  /**
   * Goes where the player was heading: the kept redirect URL if it may be followed, else the
   * account.
   */
  proceed(): Promise<void>
  /**
   * The central handler: shows the error page that belongs to a failure. It replaces a screen to
   * which Back should not lead: one that acts on load, or that could not load.
   */
  fail(error: unknown, options?: Failing): void
}

/** The services of a loaded page. A function that is no component names those that it takes. */
export interface Services extends Settings, Feedback {
  readonly session: Session
  readonly returnTo: ReturnTo
  readonly consent: Consent
  readonly tags: Tags
  readonly page: Page
  readonly logIn: LogIn
  readonly registration: Registration
  readonly failure: LastFailure
  readonly drafts: Drafts
}

export interface Portal extends Services, Navigation {
  /** The same services for a part of the page that leads nowhere once the player has left it. */
  scopedTo(isCurrent: () => boolean): Portal
}

export const PortalContext = createContext<Portal | null>(null)

export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (portal === null) throw new Error('This component is not inside a portal.')
  return portal
}

export const useSettings = (): Settings => usePortal()

export function useSession(): SessionState {
  const { session } = usePortal()
  return useSyncExternalStore(session.subscribe, session.read, session.read)
}
