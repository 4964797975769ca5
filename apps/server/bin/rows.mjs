// Writes the types of the rows by the schema, or checks them: `npm run generate -- rows`, `npm run generate -- rows --check`.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { overPglite } from '../src/database/pool/openDatabase.ts'

const file = fileURLToPath(new URL('../src/database/schema/rows.ts', import.meta.url))

/** Types that are narrower than the database's, by table and column. */
const narrower = {
  'account_events.data': 'Json<EventData>',
  'account_events.subjects': 'Json<Readonly<Record<string, string>>>',
  'account_events.type': 'EventType',
  'account_ledger.act': 'LedgerAct',
  'account_ledger.actor': 'LedgerActor',
  'account_ledger.shown': 'WrittenOnce<Readonly<Record<string, unknown>>>',
  'act_runs.state': 'RunState',
  'approvals.asker': 'WrittenOnce<Asker>',
  'approvals.first_by': 'Json<FirstApprover>',
  'approvals.state': 'ApprovalState',
  'audit_log.details': 'WrittenOnce<Record<string, unknown>>',
  'audit_log.via': "'command line' | 'console' | 'api' | 'system'",
  'authorization_flows.purpose': "'link' | 'login' | 'register'",
  'drafts.overlay': 'Json<Readonly<Record<string, unknown>>>',
  'email_changes.old_email_verified_by': 'EmailVerification',
  'email_rules.kind': 'EmailRuleKind',
  'ip_bans.scope': 'IpBanScope',
  'mail_links.kind': 'MailLinkKind',
  'mailings.state': 'MailingState',
  'mails.rank': 'MailRank',
  'mails.state': "'waiting' | 'given up' | 'sent'",
  'mails_posted.state': 'MailState',
  'outbox.job': 'WrittenOnce<object>',
  'players.auth_type': '1 | 2',
  'players.email_verified_by': 'EmailVerification',
  'recovery_cases.proofs': 'RecoveryProof[]',
  'recovery_cases.state': 'RecoveryState',
  'registration_tickets.purpose': "'registration' | 'validation'",
  'rewinds.state': 'RewindState',
  'safety_links.kind': "'freeze' | 'unfreeze'",
  'safety_links.purpose': 'SafetyLinkKind',
  'safety_links.used_for': 'SafetyAct',
  'second_steps.methods': 'SignInMethod[]',
  'sessions.methods': 'SignInMethod[]',
  'surveys.answers': 'Json<SurveyAnswers>',
  'versions.overlay': 'Json<Readonly<Record<string, unknown>>>',
}
const imports = `import type { LedgerAct, LedgerActor, RecoveryProof, SignInMethod } from '@gatehouse/contract/activity'
import type { IpBanScope } from '@gatehouse/contract/calls/row'
import type { SurveyAnswers } from '@gatehouse/contract/survey'
import type { Generated } from 'kysely'
import type {
  ApprovalState, Asker, EmailVerification, EmailRuleKind, EventData, EventType, FirstApprover, Json, MailingState, MailLinkKind, MailRank, MailState, RecoveryState, RewindState, RunState, SafetyAct, SafetyLinkKind, WrittenOnce,
} from './values.ts'`

/** As the drivers read them; see getTypeParser. */
const types = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  cidr: 'string',
  integer: 'number',
  jsonb: 'Json<object>',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

const columns = `select relname as "table", attname as name, format_type(atttypid, atttypmod) as type,
    attnotnull as required, atthasdef or attidentity <> '' as generated
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    and relname <> 'migrations'
  order by relname, attnum`

function typeOf({ table, name, type, required, generated }) {
  const known = narrower[`${table}.${name}`] ?? types[type]
  if (known === undefined) throw new Error(`${table}.${name} is of a type without a row: ${type}`)
  const value = required ? known : `${known} | null`
  // A type of Kysely's own cannot be in another one.
  return generated && !value.startsWith('Json') ? `Generated<${value}>` : value
}

const pglite = await PGlite.create()
const database = overPglite(pglite)
await database.migrate()
const tables = Map.groupBy((await pglite.query(columns)).rows, ({ table }) => table)
await database.close()

const rows = [...tables].map(([table, found]) => {
  const columns = found.map((column) => `${column.name}: ${typeOf(column)}`)
  return `${table}: { ${columns.join('; ')} }`
})
const text = `// Made by \`npm run generate -- rows\` from the SQL beside it. Do not edit.
${imports}

/**
 * The tables. Every key begins with the deployment, so that no query crosses two deployments and a
 * deployment can move to its own database. Secrets are stored as hashes.
 */
export interface Tables {\n${rows.join('\n')}\n}
`
const formatted = execFileSync('oxfmt', ['--stdin-filepath', file], {
  input: text,
  encoding: 'utf8',
})
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== formatted) {
    throw new Error('schema/rows.ts is not that of the schema: npm run generate -- rows')
  }
} else writeFileSync(file, formatted)
