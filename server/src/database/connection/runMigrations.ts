import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { SettingsError } from '../../platform/config/settings.ts'
import type { Index, IndexStep, PortionedStep, Step, WalkStep } from '../migrations/statements.ts'
import { DatabaseRefusedError } from './databaseRefusedError.ts'
import type { Executor } from './openDatabase.ts'
import type { Tables } from './tables.ts'

export type Steps = Readonly<Record<string, Step>>

/** A step that another transaction keeps from its lock. */
export interface BlockedStep {
  readonly step: string
  readonly tries: number
  /** Open transactions, the oldest first: `pg_dump (4711)`. */
  readonly holders: readonly string[]
}

export interface MigrationOptions {
  readonly steps: Steps
  /** The embedded database has one connection, and nobody beside us. */
  readonly isEmbedded: boolean
  /** Is called for each try of a step that had to be given up. */
  readonly onBlocked?: ((blocked: BlockedStep) => void) | undefined
  /** Whether contract steps are done as well. */
  readonly contract?: boolean | undefined
}

/** Steps from this one on obey the rules of docs/upgrading.md, and say whom they leave at work. */
export const ruledFrom = '0027'

/** That of Kysely's migrator, which versions before this one hold while they migrate. */
const lockId = 3_853_314_791_062_309_107n

/**
 * Whoever waits for a table's lock makes all later requests wait behind it: no longer than they
 * notice, and then they go first.
 */
const lockWithin = sql`set local lock_timeout = '300ms'`
/** The role may have one, for requests. */
const withoutTimeout = sql`set local statement_timeout = 0`

/** Half a second after the first try, up to five: ten minutes in all. */
const mostTries = 125
const pauseAfter = (tries: number) => Math.min(tries * 500, 5000)

/** Rows of a walk in one transaction: their players' changes wait for it. */
const portionRows = 2000

/**
 * Brings a database to the last of the steps, one after the other, each in a transaction of its own.
 * A step waits for a table's lock a moment at a time, so that no request waits behind it for long.
 * Processes that start at once wait for each other. Answers which steps were done. Throws a
 * SettingsError when the database is newer than the steps, and a DatabaseRefusedError when another
 * transaction keeps a step from its lock for ten minutes.
 */
export async function runMigrations(
  kysely: Kysely<Tables>,
  options: MigrationOptions,
): Promise<readonly string[]> {
  const { steps, isEmbedded, contract } = options
  if ((await pendingSteps(kysely, steps, contract)).length === 0) return []
  const run = async () => {
    await prepareRecords(kysely, options)
    const pending = await pendingSteps(kysely, steps, contract)
    for (const name of pending) await runStep(kysely, name, options)
    return pending
  }
  return isEmbedded ? run() : alone(kysely, run)
}

/**
 * The steps that a database lacks, in their order; contract steps only with `contract`, and for an empty
 * database, which no older server uses. Throws a SettingsError when it has steps that these do not know
 * and that do not leave them at work.
 */
export async function pendingSteps(
  executor: Executor,
  steps: Steps,
  contract = false,
): Promise<readonly string[]> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(executor)
  if (found[0]?.isThere !== true) return Object.keys(steps)
  // An older version has made the table without the column.
  const { rows } = await sql<{ name: string; needs: string | null }>`
    select name, to_jsonb(done) ->> 'needs' as needs from kysely_migration done
    order by name`.execute(executor)
  const isServed = (needs: string | null) => needs === '' || (needs !== null && needs in steps)
  const newer = rows.filter(({ name, needs }) => !(name in steps) && !isServed(needs))
  if (newer.length > 0) {
    const names = newer.map(({ name }) => name).join(', ')
    throw new SettingsError(
      `This database is newer than this server: ${names} took away what this version uses. Start the version that made it, or restore a backup.`,
    )
  }
  const done = new Set(rows.map(({ name }) => name))
  const isDue = (step: Step) => contract || done.size === 0 || step.contract !== true
  return Object.entries(steps)
    .filter(([name, step]) => !done.has(name) && isDue(step))
    .map(([name]) => name)
}

/**
 * Holds the lock of all processes meanwhile. It asks again and again instead of waiting: a statement
 * that waits would itself keep an index from being finished.
 */
async function alone<T>(kysely: Kysely<Tables>, act: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await kysely.transaction().execute(async (holder) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder)
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as "isOurs"`.execute(holder)
      return rows[0]?.isOurs === true ? { result: await act() } : null
    })
    if (done) return done.result
    await pause(200)
  }
}

/** The table that versions before this one know, and whom each step leaves at work. */
async function prepareRecords(kysely: Kysely<Tables>, options: MigrationOptions): Promise<void> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null, needs varchar(255)
  )`.execute(kysely)
  const { rows } = await sql`
    select from information_schema.columns
    where table_schema = current_schema() and table_name = 'kysely_migration'
      and column_name = 'needs'`.execute(kysely)
  if (rows.length > 0) return
  await untilUnblocked(kysely, 'kysely_migration', options, (transaction) =>
    sql`alter table kysely_migration add column needs varchar(255)`.execute(transaction),
  )
}

async function runStep(
  kysely: Kysely<Tables>,
  name: string,
  options: MigrationOptions,
): Promise<void> {
  const step = options.steps[name]
  if (step === undefined) return
  if ('index' in step && !options.isEmbedded) {
    await untilDone(kysely, name, options, () => makeBeside(kysely, name, step))
    return
  }
  if ('portion' in step) await changeInPortions(kysely, name, step, options)
  if ('walk' in step) await walkInPortions(kysely, name, step, options)
  await untilUnblocked(kysely, name, options, async (transaction) => {
    if ('index' in step) {
      for (const text of indexStatements(step, '')) await sql.raw(text).execute(transaction)
    }
    if ('up' in step) await step.up(transaction)
    await record(transaction, name, step)
  })
}

/** An attempt that was interrupted leaves an invalid index, which takes the name. */
async function makeBeside(kysely: Kysely<Tables>, name: string, step: IndexStep): Promise<void> {
  const names = indexesOf(step).map((index) => index.name)
  await kysely.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = any(${names}) and not i.indisvalid
        and c.relnamespace = current_schema()::regnamespace`.execute(connection)
    for (const invalid of rows) {
      await sql.raw(`drop index concurrently ${invalid.name}`).execute(connection)
    }
    for (const text of indexStatements(step, 'concurrently')) {
      await sql.raw(text).execute(connection)
    }
    await record(connection, name, step)
  })
}

function indexesOf({ index }: IndexStep): readonly Index[] {
  return 'name' in index ? [index] : index
}

/** The statements of an index step, done beside other work or not. */
export function indexStatements(step: IndexStep, how: 'concurrently' | ''): readonly string[] {
  return [
    ...indexesOf(step).map(
      ({ name, table, of, isUnique = false }) =>
        `create ${isUnique ? 'unique ' : ''}index ${how} if not exists ${name} on ${table} ${of}`,
    ),
    ...(step.without ?? []).map((name) => `drop index ${how} if exists ${name}`),
  ]
}

async function changeInPortions(
  kysely: Kysely<Tables>,
  name: string,
  { portion }: PortionedStep,
  options: MigrationOptions,
): Promise<void> {
  for (;;) {
    const changed = await untilUnblocked(kysely, name, options, portion)
    if (changed === 0) return
    // The servers of the version before go on meanwhile, and standbys keep up.
    await pause(20)
  }
}

async function walkInPortions(
  kysely: Kysely<Tables>,
  name: string,
  step: WalkStep,
  options: MigrationOptions,
): Promise<void> {
  let after: readonly unknown[] | null = null
  for (;;) {
    const from: readonly unknown[] | null = after
    after = await untilUnblocked(kysely, name, options, (transaction) =>
      walkPortion(transaction, step, from),
    )
    if (after === null) return
    await pause(20)
  }
}

/** Acts on the rows after a key, or the first ones; answers the last one's key, null behind the end. */
export async function walkPortion(
  // eslint-disable-next-line typescript/no-explicit-any -- The tables are those of the step's own time.
  transaction: Kysely<any>,
  { walk }: WalkStep,
  after: readonly unknown[] | null,
): Promise<readonly unknown[] | null> {
  const key = walk.key.join(', ')
  const rest = after === null ? sql`true` : sql`(${sql.raw(key)}) > (${sql.join([...after])})`
  const { rows } = await sql<Record<string, unknown>>`
    with portion as materialized (
      select * from ${sql.raw(walk.table)} where ${rest}
      order by ${sql.raw(key)} limit ${sql.lit(portionRows)} for share
    ), acted as (${sql.raw(walk.act)})
    select ${sql.raw(key)} from portion
    order by ${sql.raw(walk.key.map((column) => `${column} desc`).join(', '))} limit 1`.execute(
    transaction,
  )
  const [last] = rows
  return last === undefined ? null : walk.key.map((column) => last[column])
}

/** Acts in a transaction that waits for no lock longer than a moment, until it gets them all. */
function untilUnblocked<T>(
  kysely: Kysely<Tables>,
  name: string,
  options: MigrationOptions,
  act: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return untilDone(kysely, name, options, () =>
    kysely.transaction().execute(async (transaction) => {
      await lockWithin.execute(transaction)
      await withoutTimeout.execute(transaction)
      return act(transaction)
    }),
  )
}

async function untilDone<T>(
  kysely: Kysely<Tables>,
  step: string,
  { onBlocked }: MigrationOptions,
  act: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (!isBlocked(error)) throw error
      const holders = await openTransactions(kysely)
      if (tries === mostTries) {
        throw new DatabaseRefusedError(
          `the migration ${step} got no lock within ten minutes; end ${holders.join(', ') || 'what holds it'} and start again.`,
          error,
        )
      }
      onBlocked?.({ step, tries, holders })
      await pause(pauseAfter(tries))
    }
  }
}

/** No lock in time, or a deadlock that we were taken out of. */
function isBlocked(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: string }
  return code === '55P03' || code === '40P01'
}

async function openTransactions(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(application_name, ''), usename) || ' (' || pid || ')' as name
    from pg_stat_activity activity
    where datname = current_database() and pid <> pg_backend_pid() and exists (
      select from pg_locks held where held.pid = activity.pid and held.granted
        and held.relation in (select relid from pg_stat_user_tables))
    order by xact_start limit 3`.execute(executor)
  return rows.map(({ name }) => name)
}

async function record(executor: Executor, name: string, step: Step): Promise<void> {
  const needs = name < ruledFrom ? null : (step.needs ?? '')
  await sql`insert into kysely_migration (name, timestamp, needs)
    values (${name}, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      ${needs})`.execute(executor)
}
