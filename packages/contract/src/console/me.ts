import type { Role } from '../acts/act.ts'
import type { ActName } from '../acts/everyAct.ts'

/** The person who is signed in to the console: the answer of `GET /api/v1/me`. */
export interface Me {
  /** Tells people of one name apart, for good: the mark of the identity, as the audit log has it. */
  readonly person: string
  readonly name: string
  /** Null where the identity provider has not verified one. */
  readonly email: string | null
  readonly session: MySession
  /** Those in which the person has a role, in the order of their names. */
  readonly deployments: readonly MyDeployment[]
  /** For what concerns all deployments. */
  readonly house: Allowed
  /** What waits for this person, or for a colleague on this person's behalf, the oldest first. */
  readonly waiting: readonly Waiting[]
  /** The address of a ticket with `{}` for its number; null without one. */
  readonly ticketUrl: string | null
}

/** A request that needs two persons. */
export interface Waiting {
  readonly id: string
  /** Null for what concerns all deployments. */
  readonly deployment: string | null
  readonly act: string
  /** What it is about, as people call it: of a player, the username. */
  readonly about: string
  readonly askedBy: { readonly name: string; readonly person: string | null }
  readonly askedAt: string
  readonly expiresAt: string
  /** True where this person decides on it. */
  readonly mayDecide: boolean
  /** Until when its file waits for this person; null where none does. */
  readonly fileUntil: string | null
}

export interface MySession {
  readonly id: number
  /** Moments as ISO 8601. */
  readonly endsAt: string
  /** Seconds without an order or a look that end it. */
  readonly idleSeconds: number
  /** Until when acts ask for no other proof; null where the next one does. */
  readonly provenUntil: string | null
}

/** Roles and the acts that they may order. */
export interface Allowed {
  readonly roles: readonly Role[]
  readonly acts: readonly ActName[]
}

export interface Accent {
  readonly ground: string
  readonly text: string
}

export interface MyDeployment extends Allowed {
  readonly name: string
  readonly title: string
  readonly isProduction: boolean
  /** The address of its portal. */
  readonly portal: string
  /** The accent of its theme in both schemes, each as CSS, with a colour of text that is read on it. */
  readonly accent: Readonly<Record<'light' | 'dark', Accent>>
  /** The theme whose drawings are the deployment's; null where it has its own. */
  readonly theme: string | null
}
