/**
 * The events of accounts that a portal reports; docs/community-site.md describes each and the
 * site's answer.
 */
export const accountEventTypes = [
  'account.created',
  'account.renamed',
  'account.email_changed',
  'account.platform_linked',
  'account.platform_unlinked',
  'account.banned',
  'account.unbanned',
  'account.frozen',
  'account.unfrozen',
  'account.restored',
  'account.credentials_changed',
  'account.sessions_revoked',
  'account.consent_withdrawn',
  'account.deleted',
  'block.added',
  'block.removed',
] as const
export type AccountEventType = (typeof accountEventTypes)[number]

/** The kinds of credentials in `account.credentials_changed`. */
export type CredentialKind = 'password' | 'passkey' | 'app' | 'codes' | 'two_step' | 'service'
export type CredentialChange = 'create' | 'update' | 'revoke'

interface Occasion {
  /** The same at each repetition. Store the ids of applied events. */
  readonly id: string
  /** When it happened (ISO 8601). */
  readonly timestamp: string
}

/**
 * An event of a player's account. A portal that is newer than this package may send other types.
 */
export interface PlayerEvent extends Occasion {
  readonly type: AccountEventType
  readonly data: {
    readonly iss: string
    readonly sub: string
    readonly preferred_username?: string
    readonly platform?: string
    /** The player who was blocked or unblocked. */
    readonly blocked?: string
    readonly kind?: CredentialKind
    readonly change?: CredentialChange
  }
}

/** The event that an operator sends to try your address out. It names no player. */
export interface TestEvent extends Occasion {
  readonly type: 'event.test'
  readonly data: { readonly iss: string }
}

export type AccountEvent = PlayerEvent | TestEvent

const risc = 'https://schemas.openid.net/secevent/risc/event-type'
const caep = 'https://schemas.openid.net/secevent/caep/event-type'
const own = 'urn:gatehouse:event-type'

/** The types of events in Security Event Tokens. */
export const securityEventTypes = {
  /** A ban; with `reason` `hijacking` a freeze, because another person may be in the account. */
  accountDisabled: `${risc}/account-disabled`,
  accountEnabled: `${risc}/account-enabled`,
  accountPurged: `${risc}/account-purged`,
  credentialChange: `${caep}/credential-change`,
  sessionRevoked: `${caep}/session-revoked`,
  accountRestored: `${own}:account.restored`,
  tokensRevoked: 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked',
  /** An operator tries your address out; without a player. */
  verification: 'https://schemas.openid.net/secevent/ssf/event-type/verification',
  accountCreated: `${own}:account.created`,
  accountRenamed: `${own}:account.renamed`,
  emailChanged: `${own}:account.email_changed`,
  platformLinked: `${own}:account.platform_linked`,
  platformUnlinked: `${own}:account.platform_unlinked`,
  blockAdded: `${own}:block.added`,
  blockRemoved: `${own}:block.removed`,
} as const

/** The event of a Security Event Token. */
export interface SecurityEvent {
  /** The token's `jti`. The same at each repetition; store those of applied events. */
  readonly id: string
  readonly iss: string
  /** The player; null in a verification. */
  readonly sub: string | null
  /** One of `securityEventTypes`, and others of a portal that is newer than this package. */
  readonly type: string
  /** When it happened, in seconds since 1970. */
  readonly at: number
  /** The other claims of the event, such as `credential_type`, `change_type` or `reason`. */
  readonly claims: Readonly<Record<string, unknown>>
}
