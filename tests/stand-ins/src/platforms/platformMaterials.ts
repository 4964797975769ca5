import type { Provider, TokenChecks } from './checkIdToken.ts'
import type { PlatformName } from './platformRows.ts'

export interface PlatformMaterials {
  readonly checks: TokenChecks
  readonly now: () => number
  /** The providers that a studio has registered, by platform and name. */
  readonly registered: Map<string, Registered>
  /** The platform's own player of a subject. */
  readonly playerOf: (platform: PlatformName, subject: string) => Player
}

export interface Registered extends Provider {
  /** PlayFab: tokens need no nonce. */
  readonly ignoresNonce?: boolean
  /** Epic: the address that says whose an access token is, in place of keys. */
  readonly userInfoAt?: string
  /** The nonces that were used. */
  readonly used: Set<string>
}

interface Player {
  readonly id: string
  readonly isNew: boolean
  readonly make: () => void
}
