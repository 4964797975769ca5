import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPlayerRecord } from '../../database/accounts/playerRecord.ts'
import type { Tables } from '../../database/schema/rows.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { whatEnds } from './revokeEverything.ts'

/* A new table or column that may open an account must be classified before this passes again. */

/** The tables of each secret; for the table of players, the columns. */
const secretTables: Readonly<
  Record<string, readonly (keyof Tables | `players.${keyof Tables['players']}`)[]>
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
  recoveryCases: ['recovery_cases'],
  linkMoves: ['link_moves'],
  serviceWays: ['connections'],
}

/**
 * They open an account and outlive every revocation: the mailbox alone must not end them. Their
 * player removes them, in a session. Only the first reader of the mailbox ends them, by recovering
 * an account that is not confirmed.
 */
const lastingFactors: readonly (keyof Tables | `players.${keyof Tables['players']}`)[] = [
  'passkeys',
  'passkey_users',
  'authenticator_apps',
  'recovery_code_sets',
  'recovery_codes',
  'players.factors',
]

/**
 * The tables that hold no secret of a player, although they name one or hold a hash; with the
 * reason.
 */
const tablesWithoutSecrets: Readonly<Partial<Record<keyof Tables, string>>> = {
  account_ledger: 'What was done to an account, for its player to read.',
  access_keys: 'A key lets one player register; it opens no account.',
  access_key_batches: 'Which access keys were made together.',
  account_events: 'What clients are notified of.',
  attempts: 'Counters. A new password begins the count of its account again.',
  audit_log: 'What operators did.',
  audit_heads: 'The ends of its chains.',
  badges: 'What an account shows.',
  blocks: 'Whom a player blocks.',
  built_files: 'Files of builds of the portal and the console, which everybody may fetch.',
  captcha_passes: 'A pass belongs to an address, and opens no account.',
  client_consents: 'What a client may read. Without a session of the player it gets nothing.',
  consents: 'What a player agreed to.',
  cookie_choices: 'What a player chose.',
  device_codes:
    'Where a device may ask until a player has agreed. What it then gets is in oidc_artifacts.',
  versions: 'Changes of deployments: no player.',
  mailings: 'Texts for the subscribers of lists, and how many have got them.',
  drafts: 'Changes of deployments that are being written: no player.',
  approvals: 'Acts of staff that wait for a second person; the hash is that of the first one.',
  downloads: 'Files for staff, by the hash of a ticket. They open no account.',
  incidents: 'Refusals that support explains, by the hash of a code. They open no account.',
  mails: 'Mails on their way, sealed: their links are kept as hashes elsewhere.',
  mails_posted: 'Which mails went to a player, without their words and links.',
  refused_log_ins: 'Why log-ins were refused, for support to explain.',
  repeated_orders: 'Answers to staff, by the hash of a key that they chose.',
  staff_sessions: 'Log-ins of staff, who open no account.',
  rewinds: 'What the reader of an address asked for; the right to it is checked again.',
  former_addresses: 'Who may have to learn of what is done to an account.',
  newsletter_opt_ins: 'What a player chose.',
  partner_players:
    'The subject by which the partner proves the player; the partner holds the proof.',
  pairwise_subjects: 'What clients know a player by. It opens nothing.',
  registration_tickets: 'For a subject without an account: a ticket never opens an existing one.',
  service_tickets: 'For an account of a service: a ticket never opens an existing account.',
  signing_keys: "The server's.",
  solved_challenges: 'Captchas that cannot be shown again.',
  steam_nonces: 'Answers of an identity provider that cannot be shown again.',
  outbox: 'Events and sign-outs on their way to the job queue.',
  surveys: 'What a player answered.',
  used_challenges: 'Answers of passkeys that cannot be shown again.',
  unique_values: 'Who has a name, an address or an account elsewhere.',
  erasure_records: 'What the erasure log has yet to write: ids and moments.',
}

let app: TestApp

beforeAll(async () => {
  app = await startApp({ nodes: 1 })
})
afterAll(() => app.close())

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

async function columns(): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns where table_schema = 'public'`.execute(
    app.services.database.kysely,
  )
  return rows
}

const classified = [
  ...Object.values(secretTables).flat(),
  ...lastingFactors,
  ...Object.keys(tablesWithoutSecrets),
]

it('every table that names a player or holds a hash is a secret with its own column, or none for a reason (F25)', async () => {
  const found = (await columns()).filter(
    ({ column, type }) => /player|_by$|blocked_id|session/.test(column) || /bytea/.test(type),
  )
  const tables = [...new Set(found.map(({ table }) => table))].filter((name) => name !== 'players')
  expect(tables.filter((name) => !classified.some((one) => one === name))).toEqual([])
  for (const [reason, row] of Object.entries(whatEnds)) {
    expect(Object.keys(row).toSorted()).toEqual(
      [...Object.keys(secretTables), 'wrongGuesses'].toSorted(),
    )
    // By this mark a log-in that is under way notices that its proof is worth nothing any more.
    expect(row.knownBrowsers).toBe(reason !== 'frozen')
  }
})

it('a table without a secret holds no hash but that of something that opens no account (F25)', async () => {
  const hashed = (await columns())
    .filter(({ type, column }) => type === 'bytea' || column === 'sealed')
    .map(({ table }) => table)
    .filter((name) => name in tablesWithoutSecrets)
  expect([...new Set(hashed)].toSorted()).toEqual([
    'access_keys',
    'approvals',
    'attempts',
    'audit_heads',
    'audit_log',
    'built_files',
    'captcha_passes',
    'device_codes',
    'downloads',
    'incidents',
    'mails',
    'registration_tickets',
    'repeated_orders',
    'service_tickets',
    'signing_keys',
    'solved_challenges',
    'staff_sessions',
    'steam_nonces',
    'used_challenges',
  ])
})

it('every column of a player is shown to the player, is a secret with its own column, or none for a reason (F25)', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  const { Id_User: id } = await visitor.readToken()
  const { player: shown } = await readPlayerRecord(app.services.database.kysely, 'local', id)
  const withoutSecret = {
    frozen_by: 'a former address, which former_addresses shows',
    deletion_type_id: 'part of the deletion that waits',
    deletion_reason: 'part of the deletion that waits',
    deployment: 'part of every key',
    username_key: 'the name in lower case',
    email_key: 'the address in lower case',
    deleted_at: 'of erased accounts alone',
    registered_with: 'finds a repeated registration for a day, and opens nothing',
  }
  const secrets = [...Object.values(secretTables).flat(), ...lastingFactors]
  const unknown = (await columns())
    .filter(({ table }) => table === 'players')
    .map(({ column }) => column)
    .filter((name) => !(name in shown) && !(name in withoutSecret))
    .filter((name) => !secrets.some((one) => one === `players.${name}`))
  expect(unknown).toEqual([])
})
