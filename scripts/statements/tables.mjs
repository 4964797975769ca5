// What finds the rows of each table, and so decides on which machine of several they would lie.

/**
 * Every table of the database, with its kind and the columns that a statement names to find its rows,
 * in one or more ways. `player`: by the player's id. `own-hash`: by the hash of what a
 * visitor shows. `look-up`: from a value that is unique in a deployment to its player. `catalogue`: small
 * and the same everywhere. `apart`: not to be spread.
 */
export const tables = {
  players: { kind: 'player', keys: [['deployment', 'id']] },
  ...all(
    { kind: 'player', keys: [['deployment', 'player_id']] },
    `sessions access_tokens mail_links email_changes consents cookie_choices newsletter_opt_ins
   connections blocks surveys badges client_consents client_sessions pairwise_subjects
   account_events partner_players partner_login_codes outbox account_ledger former_addresses
   safety_links passkeys passkey_users authenticator_apps recovery_code_sets recovery_codes
   trusted_browsers second_steps`,
  ),
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
  ...all(
    { kind: 'catalogue', keys: [] },
    `email_rules ip_bans cookies newsletter_lists deletion_types signing_keys retired_keys
   clients stopped_webhooks`,
  ),
  ...all({ kind: 'apart', keys: [] }, 'audit_log withdrawals deletions migrations'),
}

/** The columns that find rows of a table, in any way; none for a table that is not known. */
export function keyColumnsOf(table) {
  return [...new Set(tables[table]?.keys.flat())]
}

/** The columns of a table that say whose row it is. */
export function ownerOf(table) {
  const [[, ...columns] = []] = tables[table].keys
  return columns
}

function all(table, names) {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, table]))
}

function byHash(column) {
  return { kind: 'own-hash', keys: [['deployment', column]] }
}
