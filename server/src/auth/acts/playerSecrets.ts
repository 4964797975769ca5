import type { Tables } from '../../database/schema/rows.ts'

/** What opens a player's account, or a part of it, to whoever holds it. */
export type PlayerSecret =
  | 'sessions'
  | 'clientTokens'
  | 'mailLinks'
  | 'pendingEmailChanges'
  | 'flows'
  | 'partnerLoginCodes'
  | 'password'
  | 'knownBrowsers'
  | 'secondSteps'
  | 'trustedBrowsers'
  | 'safetyLinks'

/** The tables of each secret; for the table of players, the columns. */
export const secretTables: Readonly<
  Record<PlayerSecret, readonly (keyof Tables | `players.${keyof Tables['players']}`)[]>
> = {
  sessions: ['sessions', 'access_tokens'],
  clientTokens: ['oidc_artifacts', 'client_sessions'],
  mailLinks: ['mail_links'],
  pendingEmailChanges: ['email_changes'],
  flows: ['authorization_flows'],
  partnerLoginCodes: ['partner_login_codes'],
  password: ['players.password_hash'],
  knownBrowsers: ['players.trust_reset_at'],
  secondSteps: ['second_steps'],
  trustedBrowsers: ['trusted_browsers'],
  safetyLinks: ['safety_links'],
}

/**
 * What opens an account and outlives every revocation: whoever holds the mailbox alone must not end it.
 * Its player removes it, in a session. Only the first reader of the mailbox ends it, by recovering an
 * account that is not confirmed.
 */
export const lastingFactors: readonly (keyof Tables | `players.${keyof Tables['players']}`)[] = [
  'passkeys',
  'passkey_users',
  'authenticator_apps',
  'recovery_code_sets',
  'recovery_codes',
  'players.factors',
]

/** The tables that hold no secret of a player, although they name one or hold a hash; with the reason. */
export const tablesWithoutSecrets: Readonly<Partial<Record<keyof Tables, string>>> = {
  account_ledger: 'What was done to an account, for its player to read.',
  access_keys: 'A key lets somebody register; it opens no account.',
  account_events: 'What clients are notified of.',
  attempts: 'Counters. A new password begins the count of its account again.',
  audit_log: 'What operators did.',
  badges: 'What an account shows.',
  blocks: 'Whom a player blocks.',
  captcha_passes: 'A pass belongs to an address, and opens no account.',
  client_consents: 'What a client may read. Without a session of the player it gets nothing.',
  connections: 'Accounts elsewhere: none of them logs in here. A recovery names the recent ones.',
  consents: 'What a player agreed to.',
  cookie_choices: 'What a player chose.',
  device_codes:
    'Where a device may ask until a player has agreed. What it then gets is in oidc_artifacts.',
  former_addresses: 'Who may have to learn of what is done to an account.',
  newsletter_opt_ins: 'What a player chose.',
  partner_players:
    'The subject by which the partner proves the player; the partner holds the proof.',
  pairwise_subjects: 'What clients know a player by. It opens nothing.',
  registration_tickets: 'For a subject without an account: a ticket never opens an existing one.',
  signing_keys: "The server's.",
  solved_challenges: 'Captchas that cannot be shown again.',
  steam_nonces: 'Answers of an identity provider that cannot be shown again.',
  outbox:
    'Mails, events and sign-outs on their way to the job queue, sealed where they are secret.',
  surveys: 'What a player answered.',
  used_challenges: 'Answers of passkeys that cannot be shown again.',
  unique_values: 'Who has a name, an address or an account elsewhere.',
  erasure_records: 'What the erasure log has yet to write: ids and moments.',
}
