import type { ColumnType } from 'kysely'
import type { OfDeployment } from './ofDeployment.ts'

/* The rows of clients that players sign in to with their account. */

/** Something of the OpenID provider: a session, a grant, a code, a token. */
export interface OidcArtifactRow extends OfDeployment {
  model: string
  id_hash: Buffer
  payload: ColumnType<object, string, string>
  grant_id: string | null
  /** Set for sessions: the session family of ours. */
  session_family: string | null
  player_id: number | null
  consumed_at: Date | null
  expires_at: Date
}

export interface ClientSessionRow extends OfDeployment {
  sid: string
  client_id: string
  session_family: string
  player_id: number
  /** What the client knows the player by; null: the player's id. */
  subject: string | null
  signed_in_at: Date
  /** When the session ended; the client is yet to be notified. */
  ended_at: Date | null
}

export interface ClientConsentRow extends OfDeployment {
  player_id: number
  client_id: string
  scopes: string[]
  given_at: Date
}

/** The name by which the third-party clients of a sector know a player. */
export interface PairwiseSubjectRow extends OfDeployment {
  sector: string
  player_id: number
  subject: string
}

export interface SigningKeyRow extends OfDeployment {
  kid: string
  /** By which algorithm it signs. */
  alg: string
  /** The private key, encrypted with a key of the server. */
  sealed: string
  created_at: Date
  /** The key is published earlier, so that verifiers know it in time. */
  signs_from: Date
}

/** The public half of a key that signs no more, for ID tokens that come back as hints. */
export interface RetiredKeyRow extends OfDeployment {
  kid: string
  public_key: ColumnType<object, string, string>
  retired_at: Date
}

/** A client that an operator added without a file. */
export interface StoredClientRow extends OfDeployment {
  client_id: string
  /** Another one after each change, by which servers learn of it. */
  revision: string
  /** An entry of `clients` without its secrets. */
  data: ColumnType<object, string, string>
  /** The secrets, encrypted with a key of the server. */
  sealed: string
  /** The end of the secret before; null without one. */
  secret_until: Date | null
  webhook_secret_until: Date | null
  created_at: Date
}

export interface StoppedWebhookRow extends OfDeployment {
  client_id: string
  at: Date
}

/** What clients are notified of. */
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
  'account.credentials_changed',
  'account.sessions_revoked',
  'account.consent_withdrawn',
  'account.deleted',
  'block.added',
  'block.removed',
] as const
export type EventType = (typeof eventTypes)[number]

/** What was changed: a password, a passkey, an authenticator app, codes of recovery, the second step. */
export type CredentialKind = 'password' | 'passkey' | 'app' | 'codes' | 'two_step'
export type CredentialChange = 'create' | 'update' | 'revoke'

/** What an event says besides its player. */
export interface EventData {
  preferred_username?: string
  platform?: string
  blocked?: string
  kind?: CredentialKind
  change?: CredentialChange
}

/** Something that happened to an account, and the clients that are notified of it. */
export interface AccountEventRow extends OfDeployment {
  id: string
  player_id: number
  type: EventType
  data: ColumnType<EventData, string, string>
  /** Ids of clients. */
  recipients: string[]
  /** What recipients know the player by, where that is not the player's id; by ids of clients. */
  subjects: ColumnType<Readonly<Record<string, string>>, string, string>
  at: Date
}

export interface DeviceCodeRow extends OfDeployment {
  /** Of the code that the device shows, by a key of the server. */
  code_hash: Buffer
  /** What the device itself asks with, sealed. */
  device_sealed: string
  expires_at: Date
}

export interface ClientTables {
  device_codes: DeviceCodeRow
  oidc_artifacts: OidcArtifactRow
  client_sessions: ClientSessionRow
  client_consents: ClientConsentRow
  pairwise_subjects: PairwiseSubjectRow
  signing_keys: SigningKeyRow
  retired_keys: RetiredKeyRow
  clients: StoredClientRow
  stopped_webhooks: StoppedWebhookRow
  account_events: AccountEventRow
}
