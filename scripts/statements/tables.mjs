// What finds the rows of each table, and so decides on which machine of several they would lie.

const ofPlayers = { kind: 'player', keys: [['deployment', 'player_id']] }
const byHash = (column) => ({ kind: 'own-hash', keys: [['deployment', column]] })
const catalogue = { kind: 'catalogue', keys: [] }
const apart = { kind: 'apart', keys: [] }

/**
 * Every table of the database, with its kind and the columns that a statement names to find its rows,
 * in one or more ways. `player`: by the player's id. `own-hash`: by the hash of what a
 * visitor shows. `look-up`: from a value that is unique in a deployment to its player. `catalogue`: small
 * and the same everywhere. `apart`: not to be spread.
 */
export const tables = {
  players: { kind: 'player', keys: [['deployment', 'id']] },
  sessions: ofPlayers,
  access_tokens: ofPlayers,
  mail_links: ofPlayers,
  email_changes: ofPlayers,
  consents: ofPlayers,
  cookie_choices: ofPlayers,
  newsletter_opt_ins: ofPlayers,
  connections: ofPlayers,
  blocks: ofPlayers,
  surveys: ofPlayers,
  badges: ofPlayers,
  client_consents: ofPlayers,
  client_sessions: ofPlayers,
  pairwise_subjects: ofPlayers,
  account_events: ofPlayers,
  partner_players: ofPlayers,
  partner_login_codes: ofPlayers,
  outbox: ofPlayers,
  account_ledger: ofPlayers,
  former_addresses: ofPlayers,
  safety_links: ofPlayers,
  passkeys: ofPlayers,
  passkey_users: ofPlayers,
  authenticator_apps: ofPlayers,
  recovery_code_sets: ofPlayers,
  recovery_codes: ofPlayers,
  trusted_browsers: ofPlayers,
  second_steps: ofPlayers,

  attempts: byHash('subject_hash'),
  captcha_passes: byHash('token_hash'),
  solved_challenges: byHash('signature_hash'),
  access_keys: byHash('value_hash'),
  authorization_flows: byHash('state_hash'),
  steam_nonces: byHash('nonce_hash'),
  registration_tickets: byHash('token_hash'),
  oidc_artifacts: byHash('id_hash'),
  device_codes: byHash('code_hash'),
  used_challenges: byHash('challenge_hash'),

  taken: {
    kind: 'look-up',
    keys: [
      ['deployment', 'kind', 'value'],
      ['deployment', 'player_id'],
    ],
  },

  email_rules: catalogue,
  ip_bans: catalogue,
  cookies: catalogue,
  newsletter_lists: catalogue,
  deletion_types: catalogue,
  signing_keys: catalogue,
  retired_keys: catalogue,
  clients: catalogue,
  stopped_webhooks: catalogue,

  audit_log: apart,
  withdrawals: apart,
  deletions: apart,
  kysely_migration: apart,
}

/** The columns of a table that say whose row it is. */
export function ownerOf(table) {
  const [[, ...columns] = []] = tables[table].keys
  return columns
}
