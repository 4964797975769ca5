import type { ColumnType } from 'kysely'

/* The types of columns that the database declares as `text`, `smallint` or `jsonb`. */

/** JSON is written as a text, and read as its value. */
export type Json<Value extends object> = ColumnType<Value, string, string>
/** JSON that is written once. */
export type WrittenOnce<Value extends object> = ColumnType<Value, string, never>

/**
 * How an address was verified: by a press on the page of a mail's link; by the page's load alone,
 * which a mail scanner does too; by a recovery; by a partner; or before the player was imported.
 */
export type EmailVerification = 'press' | 'load' | 'recovery' | 'partner' | 'import'

export type MailLinkKind = 'confirm-email' | 'register-validate' | 'password-recovery'

/** 1: a player waits for the mail. 2: a notice. 3: of a mailing. A lower one goes first. */
export type MailRank = 1 | 2 | 3

/** The way of a mail from the outbox to the mail server. */
export type MailState = 'waiting' | 'put off' | 'handed over' | 'refused' | 'dropped'

export type EmailRuleKind =
  | 'allowed'
  | 'invalid'
  | 'unauthorized'
  | 'disposable'
  | 'undeliverable'
  | 'high-risk'

/** The bits of `players.factors`; the writers of factors keep them. */
export const factorBits = {
  app: 1,
  passkey: 2,
  recoveryCodes: 4,
  /** A second step is asked after a password. */
  twoStep: 8,
  withoutPassword: 16,
} as const

/** Returns whether a player with these bits cannot get in without a second factor. */
export function needsSecondFactor(factors: number): boolean {
  const { twoStep, withoutPassword, app, passkey } = factorBits
  return (factors & (app | passkey)) !== 0 && (factors & (twoStep | withoutPassword)) !== 0
}

/**
 * The links of safety mails. `freeze` comes with the news of an act: it freezes the account, or restores
 * what it was before. `unfreeze` and `reopen` open a frozen one: by the mailbox, or after a log-in. `stop`
 * stops a rewind that waits. Of a recovery case, `recover` takes the proofs, `finish` opens the account, and
 * `cancel` stops it.
 */
export type SafetyLinkKind =
  | 'freeze'
  | 'unfreeze'
  | 'reopen'
  | 'stop'
  | 'recover'
  | 'finish'
  | 'cancel'

/** What is done with such a link. `release` lets the present address open what a former one froze. */
export type SafetyAct = 'freeze' | 'restore' | 'release' | 'unfreeze' | 'stop' | 'finish' | 'cancel'

/**
 * A recovery case takes proofs, waits, and opens the account for a while; or it was stopped, or nobody went on
 * with it.
 */
export type RecoveryState = 'collecting' | 'waiting' | 'ready' | 'done' | 'stopped' | 'expired'

export type RewindState = 'waiting' | 'done' | 'stopped' | 'void'

/** The events that clients are notified of. */
export const eventTypes = [
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
export type EventType = (typeof eventTypes)[number]

/**
 * The changed credential: a password, a passkey, an authenticator app, recovery codes, the
 * second step, an account of a service.
 */
export type CredentialKind = 'password' | 'passkey' | 'app' | 'codes' | 'two_step' | 'service'
export type CredentialChange = 'create' | 'update' | 'revoke'

/** The data of an event besides its player. */
export interface EventData {
  preferred_username?: string
  platform?: string
  blocked?: string
  kind?: CredentialKind
  change?: CredentialChange
  since?: string
}

/** A decision: `done` is an approval, whatever became of the act; earlier versions wrote `failed`, too. */
export type ApprovalState = 'waiting' | 'done' | 'failed' | 'refused' | 'withdrawn'

/** What became of an act that is carried out. */
export type RunState = 'running' | 'done' | 'failed'

/** The author of a request that a person has to approve: a person as signed in then, or a service. */
export interface Asker {
  readonly name: string
  readonly email: string | null
  readonly iss: string
  readonly groups: readonly string[]
  /** Null for a service. */
  readonly sessionId: number | null
  /** The name of a service in the roles file; absent for a person. */
  readonly service?: string | undefined
}

/** The first of two persons who approve, as signed in then. Version 1.0.1 wrote name and address alone. */
export type FirstApprover = Pick<Asker, 'name' | 'email'> & Partial<Asker>

export type MailingState = 'draft' | 'scheduled' | 'waits' | 'running' | 'stopped' | 'done'
