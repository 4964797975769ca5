import type { LedgerAct, LedgerActor, SignInMethod } from '@gatehouse/contract/activity'
import type { ColumnType, Generated } from 'kysely'
import type { OfDeployment } from './ofDeployment.ts'

/*
 * The rows of strong sign-in and of the security section. Each belongs to a player, but the used
 * challenges.
 */

/** What the bits of `players.factors` mean; the writers of factors keep them. */
export const factorBits = {
  app: 1,
  passkey: 2,
  recoveryCodes: 4,
  /** A second step is asked after a password. */
  twoStep: 8,
  withoutPassword: 16,
} as const

export interface PasskeyRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  /** The domain that the passkey is bound to; another one would make it useless. */
  rp_id: string
  credential_id: Buffer
  /** COSE. */
  public_key: Buffer
  counter: number
  transports: string[]
  /** The model of the authenticator, for display alone. */
  aaguid: string
  is_backup_eligible: boolean
  is_backed_up: boolean
  name: string
  created_at: Date
  last_used_at: Date | null
  removed_at: Date | null
}

export interface PasskeyUserRow extends OfDeployment {
  player_id: number
  /** By which authenticators know the player: 32 random bytes. */
  user_handle: Buffer
}

export interface AuthenticatorAppRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  secret_sealed: string
  /** The time step of the last code that was accepted: it serves once. */
  last_step: number | null
  name: string
  /** The session that began the enrolment; no other one may confirm it. */
  session_family: string
  created_at: Date
  confirmed_at: Date | null
  last_used_at: Date | null
  removed_at: Date | null
}

export interface RecoveryCodeSetRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  salt: Buffer
  made_at: Date
  voided_at: Date | null
}

export interface RecoveryCodeRow extends OfDeployment {
  player_id: number
  set_id: number
  /** argon2id of the code and the salt of its set. */
  code_hash: Buffer
  used_at: Date | null
}

export interface TrustedBrowserRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  token_hash: Buffer
  /** Of the note of the newest log-in that it spared a second step; see `SessionRow`. */
  browser_hash: Buffer | null
  /** As `browserMarkOf` makes it. */
  browser: string
  ip: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

/** A log-in that waits for its second step. */
export interface SecondStepRow extends OfDeployment {
  player_id: number
  handle_hash: Buffer
  /** Of the secret in the browser that logs in; null where no cookie arrives. */
  browser_hash: Buffer | null
  /** What was proven so far. */
  methods: SignInMethod[]
  client_id: string
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** A challenge of WebAuthn that has served. */
export interface UsedChallengeRow extends OfDeployment {
  challenge_hash: Buffer
  used_at: Date
}

/** One thing that was done to an account. A trigger keeps it as it was written. */
export interface LedgerRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  at: Date
  act: LedgerAct
  actor: LedgerActor
  /** The session in which it was done; null for none. */
  family: string | null
  /** As `browserMarkOf` makes it. */
  browser: string
  /** Emptied after a month, like the user agent. */
  ip: string | null
  user_agent: string | null
  /** What the player reads; addresses are masked. */
  shown: ColumnType<Readonly<Record<string, unknown>>, string, never>
  /** What was there before, sealed; emptied when it is too old to be put back. */
  before_sealed: string | null
}

/** An address that was an account's, confirmed, until another one took its place. */
export interface FormerAddressRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  email: string
  email_key: string
  since: Date
  until: Date
  withdrawn_at: Date | null
}

export type SafetyLinkKind = 'freeze' | 'unfreeze'

/** A link that does nothing by being opened. */
export interface SafetyLinkRow extends OfDeployment {
  player_id: number
  token_hash: Buffer
  kind: SafetyLinkKind
  /** The address that it was sent to. */
  email_key: string
  /** Wrong numbers. */
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
  superseded_at: Date | null
}

export interface SecurityTables {
  passkeys: PasskeyRow
  passkey_users: PasskeyUserRow
  authenticator_apps: AuthenticatorAppRow
  recovery_code_sets: RecoveryCodeSetRow
  recovery_codes: RecoveryCodeRow
  trusted_browsers: TrustedBrowserRow
  second_steps: SecondStepRow
  used_challenges: UsedChallengeRow
  account_ledger: LedgerRow
  former_addresses: FormerAddressRow
  safety_links: SafetyLinkRow
}
