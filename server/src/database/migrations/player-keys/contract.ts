import { type Index, type Step, statements } from '../statements.ts'

/** The last step of the first half, which servers of the version before do not know. */
const needs = '0044-access-tokens-of-players'

function contract(...texts: readonly string[]): Step {
  return { ...statements(...texts), contract: true, needs }
}

/** What the key of a player's table becomes; what else its rows are found by. */
const keys = {
  sessions: 'id',
  access_tokens: 'value_hash',
  mail_links: 'token_hash',
  email_changes: 'id',
  consents: 'id',
  account_events: 'id',
  client_sessions: 'sid',
  pairwise_subjects: 'sector',
  partner_login_codes: 'code_hash',
} as const

const plain = [
  ['sessions', 'session_id_hash'],
  ['sessions', 'refresh_hash'],
  ['access_tokens', 'value_hash'],
  ['mail_links', 'token_hash'],
  ['email_changes', 'confirm_hash'],
  ['email_changes', 'undo_hash'],
  ['client_sessions', 'sid'],
  ['partner_login_codes', 'code_hash'],
] as const

const unique: readonly Index[] = [
  ...Object.entries(keys).map(([table, column]) => ({
    name: `${table}_by_player`,
    table,
    of: `(deployment, player_id, ${column})`,
    isUnique: true,
  })),
  {
    name: 'partner_players_by_player',
    table: 'partner_players',
    of: '(deployment, player_id)',
    isUnique: true,
  },
]

const index: readonly Index[] = [
  ...unique,
  ...plain.map(([table, column]) => ({
    name: `${table}_by_${column}`,
    table,
    of: `(deployment, ${column})`,
  })),
  { name: 'players_by_email', table: 'players', of: '(deployment, email_key)' },
]

/** A key of the player's in place of the one before, and of constraints whose values are taken. */
function keyed(table: string, ...also: readonly string[]): Step {
  const gone = [`${table}_pkey`, ...also].map((name) => `drop constraint ${name}`)
  return contract(
    `alter table ${table} ${gone.join(', ')},
      add constraint ${table}_pkey primary key using index ${table}_by_player`,
  )
}

/** Triggers go with the constraints of their table. */
function withoutTriggers(table: string, triggers: readonly string[], step: Step): Step {
  const gone = statements(...triggers.map((name) => `drop trigger ${name} on ${table}`))
  return {
    contract: true,
    needs,
    async up(database) {
      await gone.up(database)
      if ('up' in step) await step.up(database)
    },
  }
}

/** Indexes that a key of today begins with. */
const covered = [
  'sessions_of_player',
  'email_changes_of_player',
  'consents_of_player',
  'account_events_of_player',
  'client_sessions_of_player',
  'pairwise_subjects_of_player',
  'partner_login_codes_of_player',
]

export const contractSteps = {
  '0045-indexes-by-player': { index, contract: true, needs },
  // A check that was validated beside writes spares `set not null` the reading.
  '0046-access-tokens-have-players': contract(
    `alter table access_tokens add constraint access_tokens_player_id_check
      check (player_id is not null) not valid`,
  ),
  '0047-access-tokens-have-players-checked': contract(
    'alter table access_tokens validate constraint access_tokens_player_id_check',
  ),
  '0048-access-tokens-name-players': contract(
    'alter table access_tokens alter column player_id set not null',
    'alter table access_tokens drop constraint access_tokens_player_id_check',
  ),
  // The first of two tables as writes lock them: the session, then its access token.
  '0049-access-tokens-of-sessions': contract(
    'lock table sessions in access exclusive mode',
    `alter table access_tokens add constraint access_tokens_session_fkey
      foreign key (deployment, player_id, session_id)
      references sessions (deployment, player_id, id) on delete cascade not valid`,
  ),
  '0050-access-tokens-of-sessions-checked': contract(
    'alter table access_tokens validate constraint access_tokens_session_fkey',
  ),
  '0051-access-tokens-of-sessions-alone': contract(
    'lock table sessions in access exclusive mode',
    'alter table access_tokens drop constraint access_tokens_deployment_session_id_fkey',
  ),
  '0052-sessions-key': keyed(
    'sessions',
    'sessions_deployment_session_id_hash_key',
    'sessions_deployment_refresh_hash_key',
  ),
  '0053-access-tokens-key': withoutTriggers(
    'access_tokens',
    ['fill_access_token'],
    keyed('access_tokens'),
  ),
  '0054-mail-links-key': keyed('mail_links'),
  '0055-email-changes-key': withoutTriggers(
    'email_changes',
    ['keep_email'],
    keyed(
      'email_changes',
      'email_changes_deployment_confirm_hash_key',
      'email_changes_deployment_undo_hash_key',
    ),
  ),
  '0056-consents-key': keyed('consents'),
  '0057-account-events-key': keyed('account_events'),
  '0058-client-sessions-key': keyed('client_sessions'),
  '0059-partner-players-key': withoutTriggers(
    'partner_players',
    ['take_partner_subject', 'release_partner_subject'],
    keyed('partner_players', 'partner_players_player'),
  ),
  '0060-pairwise-subjects-key': withoutTriggers(
    'pairwise_subjects',
    ['take_pairwise_subject', 'release_pairwise_subject'],
    keyed('pairwise_subjects', 'pairwise_subjects_deployment_sector_subject_key'),
  ),
  '0061-partner-login-codes-key': keyed('partner_login_codes'),
  '0062-players-taken-alone': withoutTriggers(
    'players',
    ['take_of_player', 'release_of_player', 'release_all_of_player'],
    contract('alter table players drop constraint players_username'),
  ),
  '0063-connections-taken-alone': withoutTriggers(
    'connections',
    ['take_account', 'release_account'],
    contract('alter table connections drop constraint connections_account'),
  ),
  '0064-quarantine-taken-alone': contract('drop table username_quarantine'),
  '0065-functions-gone': contract(
    ...[
      'take_of_player()',
      'release_of_player()',
      'release_all_of_player()',
      'keep_username()',
      'keep_email()',
      ...['account', 'partner_subject', 'pairwise_subject'].flatMap((name) => [
        `take_${name}()`,
        `release_${name}()`,
      ]),
      'fill_access_token()',
      'take_value(text, text, text, bigint, text)',
      'pass_address_on(text, text)',
      'keep_value(text, text, text, bigint, timestamptz)',
    ].map((name) => `drop function ${name}`),
  ),
  '0066-indexes-gone': {
    index: [],
    without: ['players_email', ...covered],
    contract: true,
    needs,
  },
} satisfies Record<string, Step>
