import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import { isPlayer } from '../schema/ofPlayer.ts'

/** What is kept of a player, table by table, without secrets and what they are made of. */
const parts = {
  sessions: [
    'client_id',
    'created_at',
    'seen_at',
    'expires_at',
    'revoked_at',
    'refreshed_at',
    'authenticated_at',
    'ip',
    'user_agent',
    'partner',
    'methods',
    'second_at',
  ],
  mail_links: ['kind', 'email', 'created_at', 'expires_at', 'used_at'],
  email_changes: ['old_email', 'new_email', 'asked_at', 'confirmed_at', 'undone_at'],
  taken: ['kind', 'value', 'until'],
  consents: ['subject', 'accepted', 'text_version', 'ip', 'at', 'shown_by'],
  cookie_choices: ['cookie_id', 'is_accepted', 'updated_at'],
  newsletter_opt_ins: ['list_id', 'is_opt_in', 'updated_at'],
  connections: [
    'canonical_name',
    'account_id',
    'account_name',
    'avatar',
    'linked_at',
    'last_check',
    'gone_at',
  ],
  partner_players: ['partner', 'subject', 'linked_at'],
  blocks: ['blocked_id', 'created_at'],
  surveys: ['answers', 'steam_id', 'sent_at', 'updated_at'],
  badges: ['badge', 'at'],
  client_consents: ['client_id', 'scopes', 'given_at'],
  pairwise_subjects: ['sector', 'subject'],
  withdrawals: ['what', 'at'],
  client_sessions: ['client_id', 'signed_in_at', 'ended_at'],
  account_events: ['type', 'data', 'at'],
  passkeys: ['name', 'is_backed_up', 'last_used_at', 'removed_at', 'created_at'],
  authenticator_apps: ['name', 'confirmed_at', 'last_used_at', 'removed_at', 'created_at'],
  recovery_code_sets: ['voided_at', 'made_at'],
  trusted_browsers: ['browser', 'ip', 'expires_at', 'last_used_at', 'revoked_at', 'created_at'],
  former_addresses: ['email', 'since', 'until'],
  account_ledger: ['act', 'actor', 'browser', 'ip', 'user_agent', 'shown', 'at'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Tables of a player's that hold nothing but secrets, or what is on its way. */
export const omittedFields = [
  'access_tokens',
  'outbox',
  'oidc_artifacts',
  'authorization_flows',
  'partner_login_codes',
  'second_steps',
  'safety_links',
  'recovery_codes',
  'passkey_users',
] as const

const ofPlayer = [
  'id',
  'username',
  'email',
  'firstname',
  'lastname',
  'date_of_birth',
  'avatar_url',
  'avatar_source',
  'language',
  'titles',
  'auth_type',
  'auth_partner',
  'steam_check',
  'cookie_popup_seen',
  'referrer_id',
  'register_ip',
  'created_at',
  'confirmed_at',
  'email_proof',
  'banned_at',
  'banned_until',
  'ban_reason',
  'mail_refused_at',
  'password_set_at',
  'factors',
  'frozen_at',
  'security_changed_at',
  'profile_changed_at',
] as const

/** The rows that are shown of a table; a passkey's look-up is what its device shows us. */
const shownOf: Readonly<Partial<Record<string, RawBuilder<unknown>>>> = {
  taken: sql`kind not in ('passkey', 'passkey user')`,
}

type Row = Readonly<Record<string, unknown>>
export type PlayerRecord = Readonly<Record<'player', Row>> &
  Readonly<Record<keyof typeof parts, readonly Row[]>>

/** Everything that is kept of a player. Throws when there is none. */
export async function readPlayerRecord(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<PlayerRecord> {
  const player = await executor
    .selectFrom('players')
    .select(ofPlayer)
    .$call(isPlayer(deployment, playerId))
    .executeTakeFirstOrThrow()
  const record: Record<string, unknown> = { player }
  for (const [table, columns] of Object.entries(parts)) {
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where deployment = ${deployment} and player_id = ${playerId}
        and ${shownOf[table] ?? sql`true`}
      order by ${sql.ref(columns.at(-1) ?? 'player_id')}`.execute(executor)
    record[table] = rows
  }
  return record as PlayerRecord
}
