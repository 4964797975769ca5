import { lifetimes } from '@gatehouse/contract/limits'
import type { Tables } from './rows.ts'

/** When rows of a table are deleted by the hourly maintenance. */
export interface Expiry {
  /** The column, with an index, that says when a row was over. */
  readonly by: string
  /** Which rows, in SQL; all without. */
  readonly only?: string
  /** Seconds for which an expired row stays; `answers` for ANSWERS_MONTHS. */
  readonly keptFor: number | 'answers'
}

export interface TableRow {
  /**
   * The kind of key that finds a row, and so decides on which of several machines it would lie.
   * `player`: the player's id. `own-hash`: the hash of a value that a visitor sends. `look-up`: a
   * value that is unique in a deployment. `catalogue`: a small table, the same everywhere. `apart`:
   * not to be spread.
   */
  readonly whose: 'player' | 'own-hash' | 'look-up' | 'catalogue' | 'apart'
  /** True where a trigger of another table writes it, which Citus has to know nothing of. */
  readonly isByTrigger?: true
  /** The columns that find a row, in one or more ways. */
  readonly keys: readonly (readonly string[])[]
  /**
   * The effect of an account's deletion on the player's rows; none for tables without a player.
   * `with-session`: they go with their session. `changed`: the deletion has its own code for
   * them.
   */
  readonly erased?: 'deleted' | 'with-session' | 'changed'
  /** True when an unconfirmed registration can have rows here. */
  readonly precedesConfirmation?: true
  readonly expires?: readonly Expiry[]
  /** The columns in an export of the player, the last one orders it; null where all are secrets. */
  readonly exported?: readonly string[] | null
  /** The effect of a restored backup: a row that was used since must not be good again. */
  readonly restored?: 'deleted'
}

/** Every table: forgetting one does not compile. Rows of a player are deleted in this order. */
export const tables: Readonly<Record<keyof Tables, TableRow>> = {
  players: {
    whose: 'player',
    keys: [['deployment', 'id']],
    erased: 'changed',
    exported: columns(`id username email firstname lastname date_of_birth avatar_url avatar_source
      language titles auth_type auth_partner steam_check cookie_popup_seen referrer_id register_ip
      created_at confirmed_at email_verified_by banned_at banned_until ban_reason mail_refused_at
      password_set_at factors frozen_at security_changed_at profile_changed_at leak_checked_at
      leak_found_at held_until deletion_due_at`),
  },
  sessions: ofPlayer({
    expires: [{ by: 'expires_at', keptFor: lifetimes.session }],
    exported: columns(`client_id created_at seen_at expires_at revoked_at refreshed_at
      authenticated_at ip user_agent partner methods second_at`),
  }),
  access_tokens: ofPlayer({ erased: 'with-session', exported: null }),
  oidc_artifacts: {
    ...byHash('id_hash', 'model'),
    erased: 'deleted',
    expires: [{ by: 'expires_at', keptFor: 0 }],
    exported: null,
    restored: 'deleted',
  },
  client_consents: ofPlayer({ exported: columns('client_id scopes given_at') }),
  client_sessions: ofPlayer({
    erased: 'changed',
    exported: columns('client_id signed_in_at ended_at'),
  }),
  pairwise_subjects: ofPlayer({ exported: columns('sector subject') }),
  mail_links: ofPlayer({
    precedesConfirmation: true,
    expires: [{ by: 'expires_at', keptFor: lifetimes.endedMailLink }],
    exported: columns('kind email created_at expires_at used_at'),
    restored: 'deleted',
  }),
  email_changes: ofPlayer({
    exported: columns('old_email new_email asked_at confirmed_at undone_at'),
    restored: 'deleted',
  }),
  cookie_choices: ofPlayer({ exported: columns('cookie_id is_accepted updated_at') }),
  newsletter_opt_ins: ofPlayer({
    precedesConfirmation: true,
    exported: columns('list_id is_opt_in updated_at'),
  }),
  connections: ofPlayer({
    exported: columns(
      'canonical_name account_id account_name avatar linked_at last_check gone_at signs_in',
    ),
  }),
  link_moves: ofPlayer({
    expires: [{ by: 'until', keptFor: 0 }],
    exported: columns('canonical_name account_id asked_at due_at moved_at ended_at'),
    restored: 'deleted',
  }),
  authorization_flows: {
    ...byHash('state_hash'),
    erased: 'deleted',
    expires: [{ by: 'expires_at', keptFor: 0 }],
    exported: null,
    restored: 'deleted',
  },
  partner_login_codes: ofPlayer({
    expires: [{ by: 'expires_at', keptFor: 0 }],
    exported: null,
    restored: 'deleted',
  }),
  partner_players: ofPlayer({ exported: columns('partner subject linked_at') }),
  surveys: ofPlayer({
    expires: [{ by: 'updated_at', keptFor: 'answers' }],
    exported: columns('answers steam_id sent_at updated_at'),
  }),
  badges: ofPlayer({ exported: columns('badge at') }),
  blocks: ofPlayer({ exported: columns('blocked_id created_at') }),
  passkeys: ofPlayer({
    expires: [{ by: 'removed_at', keptFor: lifetimes.removedFactor }],
    exported: columns('name is_backed_up last_used_at removed_at created_at'),
  }),
  passkey_users: ofPlayer({ exported: null }),
  authenticator_apps: ofPlayer({
    expires: [
      { by: 'removed_at', keptFor: lifetimes.removedFactor },
      { by: 'created_at', only: 'confirmed_at is null', keptFor: lifetimes.unconfirmedApp },
    ],
    exported: columns('name confirmed_at last_used_at removed_at created_at'),
  }),
  recovery_codes: ofPlayer({ exported: null }),
  recovery_code_sets: ofPlayer({
    expires: [{ by: 'voided_at', keptFor: lifetimes.removedFactor }],
    exported: columns('voided_at made_at'),
  }),
  trusted_browsers: ofPlayer({
    expires: [{ by: 'expires_at', keptFor: 0 }],
    exported: columns('browser ip expires_at last_used_at revoked_at created_at'),
    restored: 'deleted',
  }),
  second_steps: ofPlayer({
    expires: [{ by: 'expires_at', keptFor: 0 }],
    exported: null,
    restored: 'deleted',
  }),
  safety_links: ofPlayer({
    // A link that was used answers the same for a while.
    expires: [{ by: 'expires_at', keptFor: 24 * 3600 }],
    exported: null,
    restored: 'deleted',
  }),
  rewinds: ofPlayer({
    expires: [{ by: 'asked_at', keptFor: lifetimes.activity }],
    exported: columns('state due_at ended_at asked_at'),
  }),
  recovery_cases: ofPlayer({
    expires: [{ by: 'opened_at', keptFor: lifetimes.activity }],
    exported: columns('state proofs waits_since due_at ended_at opened_at'),
    // A backup does not know which of them were stopped since.
    restored: 'deleted',
  }),
  former_addresses: ofPlayer({
    expires: [{ by: 'until', keptFor: lifetimes.formerAddress }],
    exported: columns('email since until'),
  }),
  // Before the next: the sender of a mail writes them in this order.
  mails: ofPlayer({
    exported: null,
    // A backup does not know which of them were sent since.
    restored: 'deleted',
  }),
  mails_posted: ofPlayer({
    precedesConfirmation: true,
    expires: [{ by: 'posted_at', keptFor: lifetimes.postedMail }],
    exported: columns('kind state tries code changed_at posted_at'),
    // A backup does not know what became of the mails since.
    restored: 'deleted',
  }),
  refused_log_ins: ofPlayer({
    precedesConfirmation: true,
    expires: [{ by: 'at', keptFor: lifetimes.activityAddress }],
    exported: columns('reason browser ip at'),
  }),
  account_ledger: ofPlayer({
    expires: [{ by: 'at', keptFor: lifetimes.activity }],
    exported: columns('act actor browser ip user_agent shown at'),
  }),
  account_events: ofPlayer({
    erased: 'changed',
    expires: [{ by: 'at', keptFor: lifetimes.accountEvent }],
    exported: columns('type data at'),
  }),
  consents: ofPlayer({
    erased: 'changed',
    precedesConfirmation: true,
    exported: columns('subject accepted text_version ip at shown_by'),
  }),
  outbox: ofPlayer({ erased: 'changed', exported: null }),
  unique_values: {
    whose: 'look-up',
    keys: [
      ['deployment', 'kind', 'value'],
      ['deployment', 'player_id'],
    ],
    erased: 'changed',
    exported: columns('kind value until'),
  },
  // The erasure log is written from it.
  erasure_records: { ...apart(), erased: 'changed', exported: columns('what at') },
  attempts: { ...byHash('subject_hash', 'kind'), expires: [{ by: 'resets_at', keptFor: 0 }] },
  captcha_passes: {
    ...byHash('token_hash'),
    expires: [{ by: 'verified_at', keptFor: lifetimes.captchaPass }],
    restored: 'deleted',
  },
  solved_challenges: {
    ...byHash('signature_hash'),
    expires: [{ by: 'solved_at', keptFor: lifetimes.captchaPass }],
  },
  access_keys: byHash('value_hash'),
  steam_nonces: { ...byHash('nonce_hash'), expires: [{ by: 'expires_at', keptFor: 0 }] },
  registration_tickets: {
    ...byHash('token_hash'),
    expires: [{ by: 'expires_at', keptFor: 0 }],
    restored: 'deleted',
  },
  service_tickets: {
    ...byHash('token_hash'),
    expires: [{ by: 'expires_at', keptFor: 0 }],
    restored: 'deleted',
  },
  device_codes: { ...byHash('code_hash'), expires: [{ by: 'expires_at', keptFor: 0 }] },
  incidents: {
    ...byHash('code_hash'),
    erased: 'deleted',
    expires: [{ by: 'expires_at', keptFor: lifetimes.endedSupportCode }],
    exported: null,
    restored: 'deleted',
  },
  used_challenges: {
    ...byHash('challenge_hash'),
    expires: [{ by: 'used_at', keptFor: lifetimes.usedChallenge }],
  },
  access_key_batches: catalogue(),
  email_rules: catalogue(),
  ip_bans: catalogue(),
  cookies: catalogue(),
  newsletter_lists: catalogue(),
  deletion_types: catalogue(),
  signing_keys: catalogue(),
  retired_keys: catalogue(),
  clients: catalogue(),
  stopped_webhooks: catalogue(),
  audit_log: apart(),
  audit_heads: { ...apart(), isByTrigger: true },
  deletions: apart(),
  staff_sessions: {
    ...apart('secret_hash'),
    expires: [{ by: 'ends_at', keptFor: lifetimes.staffSession }],
    restored: 'deleted',
  },
  approvals: {
    ...apart('id'),
    expires: [{ by: 'expires_at', keptFor: lifetimes.approval }],
    restored: 'deleted',
  },
  act_runs: {
    ...apart('id'),
    expires: [{ by: 'ended_at', keptFor: lifetimes.approval }],
    restored: 'deleted',
  },
  repeated_orders: {
    ...apart('staff_key', 'key_hash'),
    expires: [{ by: 'at', keptFor: lifetimes.repeatedOrder }],
    restored: 'deleted',
  },
  version_heads: apart(),
  versions: apart(),
  drafts: {
    ...apart('id'),
    expires: [{ by: 'changed_at', only: 'staged_on is null', keptFor: lifetimes.draft }],
    restored: 'deleted',
  },
  mailings: {
    ...apart('id'),
    expires: [{ by: 'changed_at', keptFor: lifetimes.mailing }],
    // A backup does not know which mails were sent since.
    restored: 'deleted',
  },
  node_samples: {
    ...apart('node', 'grain', 'slot'),
    expires: [
      { by: 'at', only: 'grain = 5', keptFor: lifetimes.shortSample },
      { by: 'at', only: 'grain = 60', keptFor: lifetimes.longSample },
    ],
    restored: 'deleted',
  },
  built_files: {
    ...apart('page', 'name'),
    expires: [{ by: 'seen_at', keptFor: lifetimes.builtFile }],
    restored: 'deleted',
  },
  downloads: {
    ...apart('ticket_hash'),
    expires: [{ by: 'expires_at', keptFor: 0 }],
    restored: 'deleted',
  },
}

/** The names of the tables whose row is so, in their order. */
export function tablesWhere(isSo: (row: TableRow) => boolean): readonly (keyof Tables)[] {
  return (Object.keys(tables) as (keyof Tables)[]).filter((name) => isSo(tables[name]))
}

function columns(names: string): readonly string[] {
  return names.split(/\s+/)
}

function ofPlayer(row: Omit<TableRow, 'whose' | 'keys'>): TableRow {
  return { whose: 'player', keys: [['deployment', 'player_id']], erased: 'deleted', ...row }
}

function byHash(column: string, under?: string): Pick<TableRow, 'whose' | 'keys'> {
  const key = ['deployment', ...(under === undefined ? [] : [under]), column]
  return { whose: 'own-hash', keys: [key] }
}

function catalogue(): TableRow {
  return { whose: 'catalogue', keys: [] }
}

/** A sweep finds its rows by the columns of the key. */
function apart(...key: readonly string[]): TableRow {
  return { whose: 'apart', keys: key.length === 0 ? [] : [['deployment', ...key]] }
}
