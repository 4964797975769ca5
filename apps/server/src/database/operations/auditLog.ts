import { sql } from 'kysely'
import { type Executor, findRow, type NewRow, ofDeployment } from '../schema/executor.ts'
import type { ChainedEntry, ChainPlace } from './auditChain.ts'

/** The name of what concerns all deployments: no deployment has it. */
export const everyDeployment = '*'

export type AuditEntry = Omit<NewRow<'audit_log'>, 'chain' | 'deployment' | 'details' | 'seq'> & {
  /** Null for what concerns all of them. */
  readonly deployment: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Appends to the audit log; the database refuses to change or remove its entries. The entry locks the
 * end of its deployment's chain until the commit: it comes last in a transaction, so that other acts
 * wait for the commit alone. Two transactions that each write to the same two chains can stop each
 * other; then one of them begins again, as after any deadlock.
 */
export async function appendAudit(
  transaction: Executor,
  { deployment, details, ...entry }: AuditEntry,
): Promise<void> {
  await transaction
    .insertInto('audit_log')
    .values({
      ...entry,
      deployment: deployment ?? everyDeployment,
      details: JSON.stringify(details),
    })
    .execute()
}

interface AuditFilter {
  readonly deployment?: string | undefined
  readonly subject?: string | undefined
  readonly who?: string | undefined
  readonly since?: string | undefined
  /** The id of an entry: older ones alone. */
  readonly before?: number | undefined
  /** Those of these commands are left out. */
  readonly without?: readonly string[]
  readonly limit: number
}

/** The columns that operators read. */
const shown = [
  'id',
  'at',
  'who',
  'staff_key',
  'why',
  'command',
  'deployment',
  'subject',
  'details',
  'via',
  'approved_by',
  'alone',
  'seq',
] as const

/** Entries of the audit log, the newest first. */
export function listAudit(
  executor: Executor,
  { deployment, subject, who, since, before, without = [], limit }: AuditFilter,
) {
  let query = executor.selectFrom('audit_log').select(shown)
  if (deployment !== undefined) query = query.$call(ofDeployment(deployment))
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (who !== undefined) query = query.where('who', '=', who)
  if (since !== undefined) query = query.where('at', '>=', new Date(since))
  if (before !== undefined) query = query.where('id', '<', before)
  if (without.length > 0) query = query.where('command', 'not in', without)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** The newest entry of some commands about each of some subjects: its author, whatever the name. */
export async function listAuthors(
  executor: Executor,
  deployment: string,
  {
    commands,
    subjects,
  }: { readonly commands: readonly string[]; readonly subjects: readonly string[] },
) {
  if (subjects.length === 0) return []
  return executor
    .selectFrom('audit_log')
    .select(['subject', 'staff_key'])
    .distinctOn('subject')
    .$call(ofDeployment(deployment))
    .where('subject', 'in', subjects)
    .where('command', 'in', commands)
    .orderBy('subject')
    .orderBy('id', 'desc')
    .execute()
}

/** When a command was last given about a subject of a deployment; undefined when it never was. */
export async function lastAudited(
  executor: Executor,
  deployment: string,
  { command, subject }: { readonly command: string; readonly subject: string },
): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('audit_log')
    .select('at')
    .$call(ofDeployment(deployment))
    .where('subject', '=', subject)
    .where('command', '=', command)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

interface Acted {
  readonly who: string
  readonly staff_key?: Buffer | null | undefined
  readonly commands: readonly string[]
  readonly subject?: string
  readonly since: Date
}

/** True where a person has ordered one of some commands since a moment. */
export async function hasActed(
  executor: Executor,
  deployment: string,
  { who, staff_key: key = null, commands, subject, since }: Acted,
): Promise<boolean> {
  let query = executor
    .selectFrom('audit_log')
    .select('id')
    .$call(ofDeployment(deployment))
    .where('at', '>=', since)
    .where('who', '=', who)
    .where('staff_key', key === null ? 'is' : '=', key)
    .where('command', 'in', commands)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** The names of all chains, of those too that lost their head or their entries. */
export async function listChains(executor: Executor): Promise<readonly string[]> {
  const heads = await executor.selectFrom('audit_heads').select('deployment').execute()
  const names = new Set(heads.map(({ deployment }) => deployment))
  // One after the other by the index: a list of them all would read every entry.
  for (let last = ''; ;) {
    const next = await executor
      .selectFrom('audit_log')
      .select('deployment')
      .where('deployment', '>', last)
      .orderBy('deployment')
      .limit(1)
      .executeTakeFirst()
    if (!next) return [...names].toSorted()
    last = next.deployment
    names.add(last)
  }
}

/** The newest entry of each chain, as the chain's head names it. */
export async function listHeads(
  executor: Executor,
): Promise<readonly (ChainPlace & { readonly deployment: string })[]> {
  const rows = await executor
    .selectFrom('audit_heads')
    .select(['deployment', 'seq', 'chain'])
    .orderBy('deployment')
    .execute()
  return rows.map(withBuffer)
}

/** The head of a chain; undefined where there is none. */
export async function findHead(
  executor: Executor,
  deployment: string,
): Promise<ChainPlace | undefined> {
  const row = await findRow(executor, 'audit_heads', ['seq', 'chain'], { deployment })
  return row && withBuffer(row)
}

/** The chain up to an entry, as the entry says; undefined where there is none. */
export async function findChainAt(
  executor: Executor,
  deployment: string,
  seq: number,
): Promise<ChainPlace | undefined> {
  const row = await findRow(executor, 'audit_log', ['seq', 'chain'], { deployment, seq })
  return row && withBuffer(row)
}

/** The number of the first entry since a moment; undefined where there is none. */
export async function firstSince(
  executor: Executor,
  deployment: string,
  since: Date,
): Promise<number | undefined> {
  const first = await executor
    .selectFrom('audit_log')
    .select('seq')
    .$call(ofDeployment(deployment))
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.seq
}

interface ChainPart {
  /** The entry before, or its number alone; null for the beginning. */
  readonly after: { readonly seq: number; readonly id?: number } | null
  readonly limit: number
}

/** The next entries of a chain, in the order of their numbers. */
export async function readChain(
  executor: Executor,
  deployment: string,
  { after, limit }: ChainPart,
): Promise<ChainedEntry[]> {
  let query = executor
    .selectFrom('audit_log')
    .select(['id', 'seq', 'chain', 'who', 'why', 'command', 'deployment', 'subject', 'via'])
    .select(['session_id', 'approved_by', 'alone'])
    .select([
      sql<string | null>`encode(staff_key, 'hex')`.as('staff_key'),
      sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'),
      sql<string>`details::text`.as('details'),
    ])
    .$call(ofDeployment(deployment))
  // Two entries have one number where the table has lost its key: none of them is left out.
  if (after !== null) query = query.where('seq', after.id === undefined ? '>' : '>=', after.seq)
  const read = async (end: number) => {
    const rows = await query
      .where('seq', '<=', end)
      .orderBy('seq')
      .limit(limit + 1)
      .execute()
    return rows.filter(({ id }) => id !== after?.id).slice(0, limit)
  }
  // With both ends no plan reads the rest of the chain. Beyond a gap it is needed.
  const near = await read((after?.seq ?? 0) + limit)
  const rows = near.length > 0 ? near : await read(Number.MAX_SAFE_INTEGER)
  return rows.map(withBuffer)
}

/** The embedded database reads bytes without the functions of a Buffer. */
function withBuffer<Place extends { readonly chain: Uint8Array }>(row: Place) {
  return { ...row, chain: Buffer.from(row.chain) }
}

/** A restore from a backup: entries that the backup lacks came after these ends of its chains. */
export interface AuditedRestore {
  readonly at: Date
  readonly seq: number
  readonly heads: Readonly<Record<string, number>>
}

/** The restores that said where the chains of their backup end. */
export async function listRestores(executor: Executor): Promise<readonly AuditedRestore[]> {
  const rows = await executor
    .selectFrom('audit_log')
    .select(['at', 'seq', 'details'])
    .$call(ofDeployment(everyDeployment))
    .where('command', '=', 'restored')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ at, seq, details: { heads } }) =>
    typeof heads === 'object' && heads !== null
      ? [{ at, seq, heads: heads as Readonly<Record<string, number>> }]
      : [],
  )
}
