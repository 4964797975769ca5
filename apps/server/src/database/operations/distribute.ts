import { type Kysely, sql } from 'kysely'
import { SettingsError } from '../../platform/config/settings.ts'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { tables, tablesWhere } from '../schema/tables.ts'

/** A step that spreads a database over the workers of Citus. */
export interface DistributionStep {
  /** The table; null for the workers. */
  readonly table: keyof Tables | null
  /** The effect, for operators. */
  readonly effect: string
  readonly statement: string
}

/** The column by whose value a table's rows are spread; null for tables that are not. */
export function distributionColumn(table: keyof Tables): string | null {
  const { whose, keys } = tables[table]
  return ['player', 'own-hash', 'look-up'].includes(whose) ? (keys[0]?.at(-1) ?? null) : null
}

/**
 * The steps that a database still lacks, in their order; none where each table lies as it should.
 * Throws a SettingsError where Citus is missing, or has no worker.
 */
export async function planDistribution(executor: Executor): Promise<readonly DistributionStep[]> {
  await refuseWithoutCitus(executor)
  const placed = await placedTables(executor)
  const spread = (await parentsFirst(executor)).filter((table) => !placed.has(table))
  const waiting = (whose: string) =>
    tablesWhere((row) => row.whose === whose).filter((table) => !placed.has(table))
  return [
    ...(await settingsOfWorkers(executor)),
    ...(await triggersInTheWay(executor)),
    ...(await referencesInTheWay(executor)),
    ...waiting('catalogue').map((table) => ({
      table,
      effect: 'is copied to every machine',
      statement: `select create_reference_table('${table}')`,
    })),
    ...spread.map((table) => ({
      table,
      effect: `is spread by ${distributionColumn(table)}`,
      statement: `select create_distributed_table('${table}', '${distributionColumn(table)}'${
        tables[table].whose === 'player' && table !== 'players'
          ? `, colocate_with => 'players'`
          : ''
      })`,
    })),
    ...waiting('apart')
      .filter((table) => tables[table].isByTrigger !== true)
      .map((table) => ({
        table,
        effect: 'stays on the coordinator, and takes part in its transactions',
        statement: `select citus_add_local_table_to_metadata('${table}', cascade_via_foreign_keys => true)`,
      })),
  ]
}

/** Carries a step out. Whatever ends it leaves the database as it was before the step. */
export async function takeStep(
  kysely: Kysely<Tables>,
  { table, statement }: DistributionStep,
): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    for (const setting of settings) await sql.raw(`set local ${setting}`).execute(transaction)
    const numbers = await numbersOf(transaction, table)
    await sql.raw(statement).execute(transaction)
    // A table that is placed begins its numbers again.
    for (const { column, next } of numbers) {
      await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${next}, false)`.execute(
        transaction,
      )
    }
  })
}

/** The numbers that a table gives next. */
async function numbersOf(
  executor: Executor,
  table: string | null,
): Promise<readonly { readonly column: string; readonly next: number }[]> {
  if (table === null) return []
  const { rows } = await sql<{ column: string; next: number }>`
    select attname as "column", nextval(pg_get_serial_sequence(${table}, attname)) as next
    from pg_attribute where attrelid = ${table}::regclass and attidentity <> ''`.execute(executor)
  return rows
}

const settings = [
  // Tables that wait for their step stay as they are, with their references to catalogues.
  'citus.enable_local_reference_table_foreign_keys = off',
  // Those that stay look at their own row alone.
  'citus.enable_unsafe_triggers = on',
  'client_min_messages = error',
  'statement_timeout = 0',
]

async function refuseWithoutCitus(executor: Executor): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(executor)
  if (rows.length === 0) {
    throw new SettingsError(
      'The database has no Citus: `create extension citus` in it, on the coordinator and on each worker, and add the workers with `citus_add_node`.',
    )
  }
  const workers = await sql`select from citus_get_active_worker_nodes()`.execute(executor)
  if (workers.rows.length === 0) {
    throw new SettingsError('The coordinator has no worker: add one with `citus_add_node`.')
  }
}

async function placedTables(executor: Executor): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition`.execute(executor)
  return new Set(rows.map(({ name }) => name))
}

interface Reference {
  readonly name: string
  readonly from: keyof Tables
  readonly to: keyof Tables
  readonly columns: readonly string[]
  readonly toColumns: readonly string[]
}

/** The names of a constraint's columns on one side. */
const names = (side: string, keys: string) => `array(
  select attname::text from unnest(c.${keys}) with ordinality as place(number, nth)
  join pg_attribute on attrelid = c.${side} and attnum = number order by nth)`

async function listReferences(executor: Executor): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select conname as name, conrelid::regclass::text as "from", confrelid::regclass::text as "to",
      ${sql.raw(names('conrelid', 'conkey'))} as columns,
      ${sql.raw(names('confrelid', 'confkey'))} as "toColumns"
    from pg_constraint c
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 1`.execute(executor)
  return rows.filter(({ from }) => from in tables)
}

/** The tables that are spread: one that others refer to comes before them. */
async function parentsFirst(executor: Executor): Promise<readonly (keyof Tables)[]> {
  const references = await listReferences(executor)
  const left = new Set(
    tablesWhere(({ whose }) => ['player', 'own-hash', 'look-up'].includes(whose)),
  )
  const order: (keyof Tables)[] = []
  while (left.size > 0) {
    const next = [...left].find((table) =>
      references.every(({ from, to }) => from !== table || to === table || !left.has(to)),
    )
    if (next === undefined) throw new Error('Tables refer to each other in a circle.')
    left.delete(next)
    order.push(next)
  }
  return order
}

/** A worker plans its part of a statement: by keys, as connections for requests have it here. */
async function settingsOfWorkers(executor: Executor): Promise<readonly DistributionStep[]> {
  const { rows } = await sql<{ name: string; isOff: boolean }>`
    select quote_ident(current_database()) as name,
      bool_and(success and result = 'off') as "isOff"
    from run_command_on_workers('show enable_seqscan')`.execute(executor)
  return rows
    .filter(({ isOff }) => !isOff)
    .flatMap(({ name }) =>
      ['enable_seqscan', 'jit'].map((setting) => ({
        table: null,
        effect: `workers have ${setting} = off`,
        statement: `select run_command_on_workers('alter database ${name} set ${setting} = off')`,
      })),
    )
}

/** A reference between rows that lie on different machines cannot be checked. */
async function referencesInTheWay(executor: Executor): Promise<readonly DistributionStep[]> {
  const lost = (await listReferences(executor)).filter(({ from, to, columns, toColumns }) => {
    const [place, toPlace] = [distributionColumn(from), distributionColumn(to)]
    if (toPlace === null) return false
    const areTogether = tables[from].whose === 'player' && tables[to].whose === 'player'
    return !areTogether || columns[toColumns.indexOf(toPlace)] !== place
  })
  return lost.map(({ from, to, name }) => ({
    table: from,
    effect: `refers to ${to} without a check (${name})`,
    statement: `alter table ${from} drop constraint ${name}`,
  }))
}

/** Triggers of 1.0.0 that write another table; this version's servers write it. */
async function triggersInTheWay(executor: Executor): Promise<readonly DistributionStep[]> {
  const { rows } = await sql<{ table: keyof Tables; name: string }>`
    select tgrelid::regclass::text as "table", tgname as name from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and proname in ('keep_freeze', 'keep_withdrawal') order by 1, 2`.execute(
    executor,
  )
  return rows.map(({ table, name }) => ({
    table,
    effect: `loses the trigger ${name} of version 1.0.0`,
    statement: `drop trigger ${name} on ${table}`,
  }))
}
