import type { IpBanScope } from '@gatehouse/contract/calls/row'
import type { SignInMethod } from '@gatehouse/contract/activity'
import type { SurveyAnswers } from '@gatehouse/contract/survey'
import type { ColumnType, Generated } from 'kysely'
import type { AuditLogRow } from './auditLogRow.ts'
import type { OfDeployment } from './ofDeployment.ts'
import type { ClientTables } from './clientTables.ts'
import type { SecurityTables } from './securityTables.ts'

/*
 * The rows of the database. Every key begins with the deployment, so that no query crosses two
 * deployments and a deployment can move to its own database. Secrets are stored as SHA-256 hashes.
 */

/**
 * How an address was proven: by a press on the page of a mail's link; by the page's load alone, which
 * a mail scanner does too; by a recovery; by a partner; or before this was kept.
 */
export type EmailProof = 'press' | 'load' | 'recovery' | 'partner' | 'earlier'

export interface PlayerRow extends OfDeployment {
  id: Generated<number>
  username: string
  /** Lower case; null once the account is deleted and the name is free again. */
  username_key: string | null
  email: string
  email_key: string | null
  /** Null for an account whose partner verifies the player, and after a takeover until a recovery. */
  password_hash: string | null
  firstname: string | null
  lastname: string | null
  date_of_birth: string | null
  /** The picture: absolute, below MediasUrl, or for an upload a path of this server. */
  avatar_url: Generated<string>
  /** `upload`, `gallery`, the canonical name of a linked account; '' for no choice of the player's. */
  avatar_source: Generated<string>
  /** A tag of the contract's languages; null follows the browser. */
  language: string | null
  /** Separated by semicolons. */
  titles: Generated<string>
  /** 1: own password; 2: by a partner. */
  auth_type: Generated<1 | 2>
  auth_partner: string | null
  steam_check: Generated<boolean>
  cookie_popup_seen: Generated<boolean>
  referrer_id: number | null
  register_ip: string | null
  created_at: Date
  confirmed_at: Date | null
  /** Null for an address that is not proven. */
  email_proof: EmailProof | null
  banned_at: Date | null
  /** The end of the ban; null for a ban without end, and without a ban. */
  banned_until: Date | null
  /** The reason of the ban in words that the player reads; null for no reason given. */
  ban_reason: string | null
  deleted_at: Date | null
  /** The hash of the key under which the registration was sent, if it had one. */
  registered_with: Buffer | null
  /** Since when the address takes no mail. */
  mail_refused_at: Date | null
  /** When the password was last set by its owner after the registration. */
  password_set_at: Date | null
  /** Browsers that were known before this moment are not known any more; nor is any earlier proof. */
  browsers_forgotten_at: Date | null
  /** Bits of `factorBits`: what the player signs in with besides a password. Who writes them knows the row locked. */
  factors: Generated<number>
  /** Since when nobody gets in but by the link that was sent by mail. */
  frozen_at: Date | null
  /** When password, address, or a factor last changed: a second step that began before is void. */
  security_changed_at: Date | null
  /** When something that clients read of a player last changed; a trigger writes it. */
  profile_changed_at: Generated<Date | null>
}

export interface SessionRow extends OfDeployment {
  id: Generated<number>
  /** Shared by a session and everything it was refreshed into. */
  family: string
  player_id: number
  client_id: string
  session_id_hash: Buffer
  refresh_hash: Buffer
  /** Counts the access tokens of this session. */
  access_token_count: Generated<number>
  access_token_expires_at: Date
  created_at: Date
  seen_at: Date
  expires_at: Date
  /** When the password or the partner last verified the player in this session. */
  authenticated_at: Date
  refreshed_at: Date | null
  revoked_at: Date | null
  ip: string
  user_agent: string
  /** Slug of the partner that verified the player; null for a password. */
  partner: string | null
  /** By what the player was proven; empty in sessions of servers of the version before. */
  methods: Generated<SignInMethod[]>
  /** When a second factor, or a verified passkey, last proved the player in this session. */
  second_at: Date | null
  /** The hash of the note that made the browser known at the log-in. */
  browser_hash: Buffer | null
}

export interface AccessTokenRow extends OfDeployment {
  value_hash: Buffer
  /** Null in the rows of servers of the version before. */
  player_id: number | null
  session_id: number
  expires_at: Date
}

export type MailLinkKind = 'confirm-email' | 'register-validate' | 'password-recovery'

export interface MailLinkRow extends OfDeployment {
  token_hash: Buffer
  kind: MailLinkKind
  player_id: number
  email: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
  superseded_at: Date | null
}

/** A change of address, from the request to the end of the time in which it can be undone. */
export interface EmailChangeRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  old_email: string
  old_email_key: string
  new_email: string
  new_email_key: string
  confirm_hash: Buffer
  undo_hash: Buffer
  asked_at: Date
  confirm_until: Date
  undo_until: Date
  confirmed_at: Date | null
  /** How the old address was proven, once the change is confirmed. */
  old_email_proof: EmailProof | null
  /** Undone, overtaken by another change, or ended by a recovery of the account. */
  voided_at: Date | null
  undone_at: Date | null
}

export interface AccessKeyRow extends OfDeployment {
  value_hash: Buffer
  created_at: Date
  used_at: Date | null
  used_by: number | null
}

export interface CaptchaPassRow extends OfDeployment {
  token_hash: Buffer
  action: string | null
  success: boolean
  is_valid: boolean
  address: string
  verified_at: Date
  used_at: Date | null
}

export interface SolvedChallengeRow extends OfDeployment {
  signature_hash: Buffer
  solved_at: Date
}

export type EmailRuleKind =
  | 'allowed'
  | 'invalid'
  | 'unauthorized'
  | 'disposable'
  | 'undeliverable'
  | 'high-risk'

export interface EmailRuleRow extends OfDeployment {
  domain: string
  kind: EmailRuleKind
}

export interface IpBanRow extends OfDeployment {
  id: Generated<number>
  /** An address or a network in CIDR notation. */
  network: string
  scope: IpBanScope
  until: Date | null
}

export interface AttemptRow extends OfDeployment {
  kind: string
  subject_hash: Buffer
  count: number
  resets_at: Date
}

export interface ConsentRow extends OfDeployment {
  id: Generated<number>
  player_id: number
  /** What was decided: an approval, a cookie, a newsletter list. */
  subject: string
  accepted: boolean
  text_version: string
  ip: string
  at: Date
  /** Slug of the partner whose page showed the text; null for ours. */
  shown_by: string | null
}

export interface CookieRow extends OfDeployment {
  id: number
  name: string
  description: string
  is_active: boolean
  is_optional: boolean
}

export interface CookieChoiceRow extends OfDeployment {
  player_id: number
  cookie_id: number
  is_accepted: boolean
  updated_at: Date
}

export interface NewsletterListRow extends OfDeployment {
  id: number
  name: string
  /** The platform's own list, which the box of the register form stands for. */
  is_own: boolean
  is_active: boolean
}

export interface NewsletterOptInRow extends OfDeployment {
  player_id: number
  list_id: number
  is_opt_in: boolean
  updated_at: Date
}

export interface ConnectionRow extends OfDeployment {
  player_id: number
  canonical_name: string
  account_id: string
  account_name: string
  avatar: string
  last_check: Date
  linked_at: Date
  /** Since when the provider does not know the account any more; null while it does. */
  gone_at: Date | null
}

/** An authorization request to a provider or partner, until its callback. */
export interface AuthorizationFlowRow extends OfDeployment {
  state_hash: Buffer
  /** A canonical name of a connection, or the slug of a partner. */
  provider: string
  purpose: 'link' | 'login' | 'register'
  /** The player who links, or the only player who may log in; null for a visitor. */
  player_id: number | null
  /** The session that started a linking. */
  session_family: string | null
  /** Of the secret in the browser that started the flow; null where the session identifies it. */
  browser_hash: Buffer | null
  client_id: string
  callback_path: string
  redirect_url: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface SteamNonceRow extends OfDeployment {
  nonce_hash: Buffer
  expires_at: Date
}

export interface PartnerPlayerRow extends OfDeployment {
  partner: string
  /** The partner's own name of the player. */
  subject: string
  player_id: number
  linked_at: Date
}

export interface RegistrationTicketRow extends OfDeployment {
  token_hash: Buffer
  /** For an account, or for a mail with which the partner validates the address. */
  purpose: 'registration' | 'validation'
  partner: string
  browser_hash: Buffer
  /** The partner's profile of the player, encrypted with a key of the server. */
  sealed: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface PartnerLoginCodeRow extends OfDeployment {
  code_hash: Buffer
  player_id: number
  client_id: string
  browser_hash: Buffer
  expires_at: Date
  used_at: Date | null
}

export interface BlockRow extends OfDeployment {
  player_id: number
  blocked_id: number
  created_at: Date
}

export interface DeletionTypeRow extends OfDeployment {
  id: number
  description: string
  is_other: boolean
  position: number
}

export interface DeletionRow extends OfDeployment {
  id: Generated<number>
  deletion_type_id: number | null
  reason: string | null
  at: Date
}

export interface SurveyRow extends OfDeployment {
  player_id: number
  answers: ColumnType<SurveyAnswers, string, string>
  steam_id: string
  sent_at: Date
  updated_at: Date
}

/** An erasure or a withdrawn consent, in the order of its number; triggers write it. */
export interface WithdrawalRow extends OfDeployment {
  seq: Generated<number>
  at: Date
  player_id: number
  /** With the id it names one player for ever: an id may be given again after a backup was restored. */
  registered_at: Date
  /** The subject of the consent, or `erased`. */
  what: string
  /** Null for an erasure. */
  consent_id: number | null
}

export interface BadgeRow extends OfDeployment {
  player_id: number
  badge: string
  at: Date
}

/** Who has a value that is unique in a deployment. */
export interface TakenRow extends OfDeployment {
  kind: string
  value: string
  player_id: number
  /** Kept for the player until then; null as long as the player has it. */
  until: Date | null
  created_at: Date
}

/** What the job queue gets from a transaction that has committed. */
export interface OutboxRow extends OfDeployment {
  /** 0 without a player. */
  player_id: number
  id: string
  queue: string
  job: ColumnType<object, string, never>
  due_at: Date
  created_at: Date
}

export interface Tables extends ClientTables, SecurityTables {
  taken: TakenRow
  outbox: OutboxRow
  players: PlayerRow
  sessions: SessionRow
  access_tokens: AccessTokenRow
  mail_links: MailLinkRow
  email_changes: EmailChangeRow
  access_keys: AccessKeyRow
  captcha_passes: CaptchaPassRow
  solved_challenges: SolvedChallengeRow
  email_rules: EmailRuleRow
  ip_bans: IpBanRow
  attempts: AttemptRow
  consents: ConsentRow
  cookies: CookieRow
  cookie_choices: CookieChoiceRow
  newsletter_lists: NewsletterListRow
  newsletter_opt_ins: NewsletterOptInRow
  connections: ConnectionRow
  blocks: BlockRow
  deletion_types: DeletionTypeRow
  deletions: DeletionRow
  surveys: SurveyRow
  badges: BadgeRow
  authorization_flows: AuthorizationFlowRow
  steam_nonces: SteamNonceRow
  partner_players: PartnerPlayerRow
  registration_tickets: RegistrationTicketRow
  partner_login_codes: PartnerLoginCodeRow
  audit_log: AuditLogRow
  withdrawals: WithdrawalRow
}
