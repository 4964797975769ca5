import type { CanonicalName } from './entities.ts'
import { identityProviderNames } from './identityProviderNames.ts'

/**
 * The means by which a player was authenticated: a password, a passkey (`pk2` as a second step), a
 * code of an app or of recovery, a partner, an account of a service; `tb` says that a trusted browser
 * was not asked for its second step.
 */
export type SignInMethod = 'pwd' | 'pk' | 'pk2' | 'otp' | 'rec' | 'ext' | 'tb' | ServiceMethod
export type ServiceMethod = `svc:${CanonicalName}`

export function serviceMethodOf(service: CanonicalName): ServiceMethod {
  return `svc:${service}`
}

export const signInMethods: readonly SignInMethod[] = [
  ...(['pwd', 'pk', 'pk2', 'otp', 'rec', 'ext', 'tb'] as const),
  ...identityProviderNames.map(serviceMethodOf),
]

/** The actor of an act: `mail` is the reader who followed a link in a mail. */
export type LedgerActor = 'player' | 'mail' | 'operator' | 'system' | 'partner'

/** The filters of a player's activity. */
export type ActivityKind = 'sign-ins' | 'changes' | 'devices' | 'sites' | 'support'

export interface Named {
  readonly Name: string
}
export interface Linked {
  readonly CanonicalName: CanonicalName
  readonly AccountName: string
}
export interface Replaced {
  readonly From: string
  readonly To: string
}

/**
 * What a rewind could not put back, because another player has it by now or it was kept for too short a
 * time: the name, a passkey, or an account of a service.
 */
export type NotRestored = 'username' | 'passkey' | CanonicalName

export const notRestored: readonly NotRestored[] = ['username', 'passkey', ...identityProviderNames]

/**
 * What is taken as a proof that a player without second factors is who they say: the mailbox, the password,
 * an account of a service, an earlier address, a browser that has been known for long.
 */
export type RecoveryProof = 'mailbox' | 'password' | 'service' | 'old-address' | 'browser'

export const recoveryProofs: readonly RecoveryProof[] = [
  'mailbox',
  'password',
  'service',
  'old-address',
  'browser',
]

/** The values that the player reads with each act in the account's ledger; addresses are masked. */
export interface ShownByAct {
  'signed-in': { readonly Methods: readonly SignInMethod[]; readonly IsNewBrowser: boolean }
  /** A right password, and no second step. */
  'sign-in-failed': { readonly Methods: readonly SignInMethod[] }
  proven: { readonly Methods: readonly SignInMethod[] }
  'email-changed': Replaced
  /** The earlier address undid a change of address. */
  'email-restored': Replaced
  'password-set': { readonly How: 'changed' | 'recovered' | 'first' }
  'password-removed': object
  renamed: Replaced
  linked: Linked
  unlinked: Linked
  /** It is a way in from then on, or not any more. */
  'service-way-on': Linked
  'service-way-off': Linked
  /** It was the other account's of the same person. */
  'link-moves': Linked & { readonly Until: string }
  'link-moved': Linked
  'link-kept': Linked
  'passkey-added': Named
  'passkey-removed': Named
  'app-added': Named
  'app-removed': Named
  'codes-made': object
  'codes-used': { readonly Left: number }
  'two-step-on': object
  'two-step-off': object
  'browser-trusted': { readonly Until: string }
  'browsers-forgotten': { readonly Count: number }
  /** Without a count where an operator ended all. */
  'sessions-ended': { readonly Count?: number }
  'site-allowed': Named
  'site-withdrawn': Named
  frozen: object
  unfrozen: object
  /** The account is erased at that moment unless its player logs in before. */
  'deletion-asked': { readonly Until: string }
  'deletion-cancelled': object
  /** The reader of an address has the account put back to what it was, at that moment. */
  'rewind-asked': { readonly Until: string }
  'rewind-stopped': object
  /** Without its second factors, the account can be opened at that moment. */
  'recovery-opened': { readonly Until: string }
  'recovery-stopped': object
  /** Opened so: the second factors are gone, and there is a new password. */
  recovered: object
  rewound: { readonly Since: string; readonly NotRestored: readonly NotRestored[] }
  /** Wrong numbers were tried with a safety link until it ended. */
  'numbers-guessed': object
  'support-looked': object
  'support-banned': object
  'support-unbanned': object
  'support-revealed': object
  'support-mailed': object
  'support-badge': { readonly Change: 'given' | 'taken' }
  'support-exported': object
  'support-unlocked': object
  'support-accepted-mail': object
  'support-reset-avatar': object
  /** Without the other player, whose erasure ends with the name. */
  'support-blocked': object
  'support-unblocked': object
}

export type LedgerAct = keyof ShownByAct

/** The filter that shows each act. */
export const activityKinds = {
  'signed-in': 'sign-ins',
  'sign-in-failed': 'sign-ins',
  proven: 'sign-ins',
  'email-changed': 'changes',
  'email-restored': 'changes',
  'password-set': 'changes',
  'password-removed': 'changes',
  renamed: 'changes',
  linked: 'changes',
  unlinked: 'changes',
  'service-way-on': 'changes',
  'service-way-off': 'changes',
  'link-moves': 'changes',
  'link-moved': 'changes',
  'link-kept': 'changes',
  'passkey-added': 'changes',
  'passkey-removed': 'changes',
  'app-added': 'changes',
  'app-removed': 'changes',
  'codes-made': 'changes',
  'codes-used': 'changes',
  'two-step-on': 'changes',
  'two-step-off': 'changes',
  'browser-trusted': 'devices',
  'browsers-forgotten': 'devices',
  'sessions-ended': 'devices',
  'site-allowed': 'sites',
  'site-withdrawn': 'sites',
  frozen: 'changes',
  unfrozen: 'changes',
  'deletion-asked': 'changes',
  'deletion-cancelled': 'changes',
  'rewind-asked': 'changes',
  'rewind-stopped': 'changes',
  'recovery-opened': 'changes',
  'recovery-stopped': 'changes',
  recovered: 'changes',
  rewound: 'changes',
  'numbers-guessed': 'sign-ins',
  'support-looked': 'support',
  'support-banned': 'support',
  'support-unbanned': 'support',
  'support-revealed': 'support',
  'support-mailed': 'support',
  'support-badge': 'support',
  'support-exported': 'support',
  'support-unlocked': 'support',
  'support-accepted-mail': 'support',
  'support-reset-avatar': 'support',
  'support-blocked': 'support',
  'support-unblocked': 'support',
} as const satisfies Readonly<Record<LedgerAct, ActivityKind>>
