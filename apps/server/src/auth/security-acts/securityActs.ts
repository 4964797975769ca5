import type { LedgerAct, LedgerActor, Linked, ShownByAct } from '@gatehouse/contract/activity'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import type {
  CredentialChange,
  CredentialKind,
  SafetyLinkKind,
} from '../../database/schema/values.ts'
import type { EventFields, SecurityEvent } from '../../platform/observability/events.ts'
import type { AccountEvent } from '../../webhooks/accountEvents.ts'
import type { Before } from './past.ts'
import type { RevocationReason } from './revokeEverything.ts'
import type { FactorMail, UnlimitedMail } from './securityMails.ts'

/** What the row of an act reads besides the values that its player reads. */
interface Asked extends Record<LedgerAct, unknown> {
  /** True when the old address was in force all the time. */
  'email-restored': { readonly isBack: boolean }
  /** `linked`: titles of services that were linked lately. */
  'password-set': { readonly linked?: readonly string[] }
  'sessions-ended': { readonly which: 'one' | 'others' | 'all' }
  /** That of the link whose numbers were tried. */
  'numbers-guessed': { readonly kind: SafetyLinkKind }
  /** True for the player who has it from now on. */
  'link-moved': { readonly hasArrived: boolean }
  /** True for the player who does not have it. */
  'link-kept': { readonly isOther: boolean }
  'site-withdrawn': { readonly clientId: string }
  /** `address`: masked, that of the reader who asked. */
  'rewind-asked': { readonly address: string; readonly wasFrozen: boolean }
  /** The account is open again. */
  /** `kinds` of second factors that it ends; `opens`: the account was frozen. */
  recovered: { readonly kinds: readonly CredentialKind[]; readonly opens: boolean }
  'rewind-stopped': { readonly opens: boolean }
  /** `putBack`: what changes of the account besides its password; `opens`: it was frozen. */
  rewound: { readonly putBack: PutBack; readonly opens: boolean }
  'support-banned': { readonly wasBanned: boolean }
  'support-unbanned': { readonly wasBanned: boolean }
  unfrozen: { readonly setsPassword: boolean }
}

/** What of an account a rewind has put back. */
export interface PutBack {
  /** Null where it stays. */
  readonly username: string | null
  readonly isOtherEmail: boolean
  readonly linked: readonly CanonicalName[]
  readonly unlinked: readonly CanonicalName[]
}

/** Each act of an account's ledger, with the values that its player and its row read. */
export type ActedBy = {
  readonly [A in LedgerAct]: {
    readonly act: A
    readonly shown: ShownByAct[A]
    /** Left out for the player. */
    readonly actor?: LedgerActor
    /** The session in which it was done. */
    readonly family?: string | null
    /** The parts of the account that it changes, as they were; the ledger keeps them sealed. */
    readonly before?: Before
  } & Asked[A]
}

/** The effects of an act besides its entry in the ledger. */
interface Quiet {
  /** Why everything ends that was given out earlier, except the session of the act. */
  readonly revokes?: RevocationReason
  /** The session of the act ends too. */
  readonly endsOwn?: true
  /** Events for clients. */
  readonly events?: readonly Omit<AccountEvent, 'playerId'>[]
  /** A line of the security log. A call that writes it also where nothing changes does so itself. */
  readonly log?: {
    [E in SecurityEvent]: readonly [event: E, fields: EventFields<E>]
  }[SecurityEvent]
  readonly mails?: undefined
}

interface Mailed extends Omit<Quiet, 'mails'> {
  readonly mails?: readonly UnlimitedMail[]
}

/** The limit of the address is asked before the transaction. */
interface MailedWithinLimit extends Omit<Quiet, 'mails'> {
  readonly mails?: readonly FactorMail[]
}

export type Follows = Quiet | Mailed | MailedWithinLimit

const nothing = () => ({})
const revoked = { type: 'account.sessions_revoked' } as const

function changed(kind: CredentialKind, change: CredentialChange) {
  return { type: 'account.credentials_changed', kind, change } as const
}

/** The account of a service, as mails name it. */
function named({ CanonicalName, AccountName }: Linked) {
  return { service: identityProviders[CanonicalName].title, factor: AccountName }
}

type Rows<Effects> = { readonly [A in LedgerAct]: (acted: ActedBy[A]) => Effects }

const quietActs = {
  'signed-in': nothing,
  'sign-in-failed': nothing,
  proven: ({ shown: { Methods } }) => ({
    log: [Methods.includes('pwd') ? 'password.verified' : 'factors.proven', {}],
  }),
  'email-changed': () => ({ events: [{ type: 'account.email_changed' }] }),
  // The password was perhaps a thief's: it works no more.
  'email-restored': ({ isBack }) => ({
    revokes: 'email-change-undone',
    events: [
      changed('password', 'revoke'),
      revoked,
      ...(isBack ? [] : [{ type: 'account.email_changed' } as const]),
    ],
    log: ['email_change.undone', {}],
  }),
  linked: ({ shown: { CanonicalName } }) => ({
    events: [{ type: 'account.platform_linked', platform: CanonicalName }],
  }),
  unlinked: ({ shown: { CanonicalName } }) => ({
    events: [{ type: 'account.platform_unlinked', platform: CanonicalName }],
    log: ['connection.unlinked', { provider: CanonicalName }],
  }),
  // It mails by itself: the addresses change in the same transaction.
  rewound: ({ shown: { Since }, putBack, opens }) => ({
    revokes: 'rewound',
    endsOwn: true,
    events: [
      changed('password', 'revoke'),
      revoked,
      { type: 'account.restored', since: Since },
      ...(putBack.username === null
        ? []
        : [{ type: 'account.renamed', username: putBack.username } as const]),
      ...(putBack.isOtherEmail ? [{ type: 'account.email_changed' } as const] : []),
      ...putBack.unlinked.map(
        (platform) => ({ type: 'account.platform_unlinked', platform }) as const,
      ),
      ...putBack.linked.map((platform) => ({ type: 'account.platform_linked', platform }) as const),
      ...(opens ? [{ type: 'account.unfrozen' } as const] : []),
    ],
    log: ['account.rewound', {}],
  }),
  'browser-trusted': nothing,
  'browsers-forgotten': nothing,
  'sessions-ended': ({ which }) => ({
    ...(which === 'all' && { revokes: 'sessions-ended' }),
    events: which === 'one' ? [] : [revoked],
  }),
  'site-allowed': nothing,
  'site-withdrawn': ({ clientId }) => ({
    events: [{ type: 'account.consent_withdrawn', clientId }],
  }),
  'support-looked': nothing,
  'support-revealed': nothing,
  'support-mailed': nothing,
  'support-badge': nothing,
  'support-exported': nothing,
  'support-unlocked': nothing,
  'support-accepted-mail': nothing,
  'support-reset-avatar': nothing,
  'support-blocked': nothing,
  'support-unblocked': nothing,
  // Another end of a ban that stands ends nothing more.
  'support-banned': ({ wasBanned }) =>
    wasBanned ? {} : { revokes: 'banned', events: [{ type: 'account.banned' }] },
  'support-unbanned': ({ wasBanned }) => ({
    events: wasBanned ? [{ type: 'account.unbanned' }] : [],
  }),
} as const satisfies Partial<Rows<Quiet>>

const mailedActs = {
  'password-set': ({ shown: { How }, linked = [] }) =>
    How === 'recovered'
      ? {
          revokes: 'password-recovered',
          events: [changed('password', 'update'), revoked],
          mails: [{ name: 'passwordRecovered', services: linked }],
          log: ['password.recovered', {}],
        }
      : {
          revokes: 'password-changed',
          events: [changed('password', How === 'first' ? 'create' : 'update'), revoked],
          mails: [{ name: 'passwordChanged' }],
          log: ['password.changed', {}],
        },
  renamed: ({ shown: { From, To } }) => ({
    events: [{ type: 'account.renamed', username: To }],
    mails: [{ name: 'usernameChanged', oldName: From }],
  }),
  frozen: ({ actor }) => ({
    revokes: 'frozen',
    endsOwn: true,
    events: [{ type: 'account.frozen' }],
    mails: [
      { name: 'frozen' },
      ...(actor === 'operator' ? [{ name: 'supportActed' } as const] : []),
    ],
    log: ['account.frozen', {}],
  }),
  // The mail is about an opening by its player, and not about the end of a rewind that waited.
  unfrozen: ({ setsPassword, actor }) => ({
    revokes: setsPassword ? 'password-recovered' : 'sessions-ended',
    events: [
      ...(setsPassword ? [changed('password', 'update')] : []),
      { type: 'account.unfrozen' },
    ],
    mails: actor === 'system' ? [] : [{ name: 'unfrozen' }],
    log: ['account.unfrozen', {}],
  }),
  'deletion-asked': ({ shown: { Until } }) => ({
    revokes: 'sessions-ended',
    endsOwn: true,
    events: [revoked],
    mails: [{ name: 'deletionAsked', until: Until }],
    log: ['account.deletion_asked', {}],
  }),
  'deletion-cancelled': () => ({
    mails: [{ name: 'deletionCancelled' }],
    log: ['account.deletion_cancelled', {}],
  }),
  'rewind-asked': ({ shown: { Until }, address, wasFrozen }) => ({
    revokes: 'frozen',
    endsOwn: true,
    events: wasFrozen ? [] : [{ type: 'account.frozen' }],
    mails: [{ name: 'rewindWaits', until: Until, address }],
    log: ['account.rewind_asked', {}],
  }),
  'rewind-stopped': ({ opens }) => ({
    events: opens ? [{ type: 'account.unfrozen' }] : [],
    mails: [{ name: 'rewindStopped' }],
    log: ['account.rewind_stopped', {}],
  }),
  'recovery-opened': ({ shown: { Until } }) => ({
    mails: [{ name: 'recoveryWaits', until: Until }],
    log: ['account.recovery_opened', {}],
  }),
  'recovery-stopped': () => ({
    mails: [{ name: 'recoveryStopped' }],
    log: ['account.recovery_stopped', {}],
  }),
  recovered: ({ kinds, opens }) => ({
    revokes: 'recovered',
    endsOwn: true,
    events: [
      changed('password', 'update'),
      ...kinds.map((kind) => changed(kind, 'revoke')),
      revoked,
      ...(opens ? [{ type: 'account.unfrozen' } as const] : []),
    ],
    mails: [{ name: 'recovered' }],
    log: ['account.recovered', {}],
  }),
  'link-moves': ({ shown }) => ({ mails: [{ name: 'linkMoves', ...named(shown) }] }),
  'link-kept': ({ shown, isOther }) => ({
    mails: isOther ? [{ name: 'linkKept', ...named(shown) }] : [],
  }),
  'link-moved': ({ shown, hasArrived }) => ({
    events: [
      {
        type: hasArrived ? 'account.platform_linked' : 'account.platform_unlinked',
        platform: shown.CanonicalName,
      },
    ],
    mails: [{ name: hasArrived ? 'linkArrived' : 'linkMoved', ...named(shown) }],
    log: ['connection.moved', { provider: shown.CanonicalName }],
  }),
  // The link has ended: another one comes with the mail.
  'numbers-guessed': ({ kind }) => ({
    mails: [
      { name: kind === 'unfreeze' || kind === 'reopen' ? 'unfreezeGuessed' : 'freezeGuessed' },
    ],
    log: ['safety_link.guessed', { kind }],
  }),
} as const satisfies Partial<Rows<Mailed>>

const actsMailedWithinLimit = {
  'service-way-on': ({ act, shown }) => ({
    events: [changed('service', 'create')],
    mails: [{ name: 'serviceWayOn', ...named(shown) }],
    log: ['factors.changed', { act }],
  }),
  'service-way-off': ({ act, shown }) => ({
    events: [changed('service', 'revoke')],
    mails: [{ name: 'serviceWayOff', ...named(shown) }],
    log: ['factors.changed', { act }],
  }),
  'password-removed': () => ({
    revokes: 'sessions-ended',
    events: [changed('password', 'revoke'), revoked],
    mails: [{ name: 'passwordRemoved' }],
  }),
  'passkey-added': ({ shown: { Name } }) => ({
    events: [changed('passkey', 'create')],
    mails: [{ name: 'passkeyAdded', factor: Name }],
    log: ['passkey.added', {}],
  }),
  'passkey-removed': ({ shown: { Name } }) => ({
    events: [changed('passkey', 'revoke')],
    mails: [{ name: 'passkeyRemoved', factor: Name }],
    log: ['passkey.removed', {}],
  }),
  'app-added': ({ act, shown: { Name } }) => ({
    events: [changed('app', 'create')],
    mails: [{ name: 'appAdded', factor: Name }],
    log: ['factors.changed', { act }],
  }),
  'app-removed': ({ act, shown: { Name } }) => ({
    events: [changed('app', 'revoke')],
    mails: [{ name: 'appRemoved', factor: Name }],
    log: ['factors.changed', { act }],
  }),
  'codes-made': ({ act }) => ({
    events: [changed('codes', 'create')],
    mails: [{ name: 'codesMade' }],
    log: ['factors.changed', { act }],
  }),
  'codes-used': ({ shown: { Left } }) => ({ mails: [{ name: 'codeUsed', left: `${Left}` }] }),
  // A recovery that switches it on has ended every session, and mails about itself.
  'two-step-on': ({ act, actor }) =>
    actor === 'mail'
      ? {}
      : {
          revokes: 'two-step-on',
          events: [changed('two_step', 'create'), revoked],
          mails: [{ name: 'twoStepOn' }],
          log: ['factors.changed', { act }],
        },
  'two-step-off': ({ act }) => ({
    events: [changed('two_step', 'revoke')],
    mails: [{ name: 'twoStepOff' }],
    log: ['factors.changed', { act }],
  }),
} as const satisfies Partial<Rows<MailedWithinLimit>>

/** The effects of each act of the ledger. `recordAct` and `recordMailedAct` read them, in the transaction of the act. */
export const securityActs: Rows<Follows> = {
  ...quietActs,
  ...mailedActs,
  ...actsMailedWithinLimit,
}

/** An act that mails nobody. */
export type QuietActed = ActedBy[keyof typeof quietActs]

/** An act that may mail its player; `isMailed` is the answer of `mayMail` before the transaction. */
export type MailedActed =
  | (ActedBy[keyof typeof mailedActs] & { readonly isMailed?: undefined })
  | (ActedBy[keyof typeof actsMailedWithinLimit] & { readonly isMailed: boolean })
