import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { SettingsError } from '../../platform/config/settings.ts'
import { diskFull, isDiskFull } from '../errors/databaseErrors.ts'
import { databaseRefusal, DatabaseRefusedError } from '../errors/databaseRefusal.ts'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { type Migrations, migrations as ours } from './migrations.ts'

/** A migration that another transaction keeps from its lock. */
export interface BlockedMigration {
  readonly migration: string
  readonly tries: number
  /** Open transactions, the oldest first: `pg_dump (4711)`. */
  readonly holders: readonly string[]
}

export interface MigrationOptions {
  /** The embedded database has one connection, which no other process uses. */
  readonly isEmbedded: boolean
  /** Is called for each try that had to be given up. */
  readonly onBlocked?: ((blocked: BlockedMigration) => void) | undefined
  /** Other ones than this version's, for tests. */
  readonly migrations?: Migrations
}

/** The lock of all processes that migrate a database. */
const lockId = 3_853_314_791_062_309_107n

/** Requests wait behind a migration that waits for a table's lock: no longer than they notice. */
const lockTimeout = sql`set local lock_timeout = '300ms'`
/**
 * On a database that is spread, each machine runs a migration over one connection, waits no longer
 * for a lock, and takes triggers. PostgreSQL alone keeps such settings without an effect.
 */
const onEveryMachine = sql`select set_config('citus.propagate_set_commands', 'local', true),
  set_config('citus.multi_shard_modify_mode', 'sequential', true),
  set_config('citus.enable_unsafe_triggers', 'on', true)`
/** The role may have one, for requests. */
const noStatementTimeout = sql`set local statement_timeout = 0`

/** Half a second after the first try, up to five: ten minutes in all. */
const maxTries = 125
const pauseAfter = (tries: number) => Math.min(tries * 500, 5000)

/**
 * Brings a database to this version, one migration after the other, each in its own transaction;
 * one with an index that is made `concurrently` has none. Processes that start at once wait for
 * each other. Returns the names of the migrations that ran. Throws a SettingsError when the
 * database is newer than this version, or was made before the first release, or is empty and keeps
 * not every letter, or a migration fails;
 * and a DatabaseRefusedError when it does not let us in, or when another transaction keeps a
 * migration from its lock for ten minutes.
 */
export async function migrate(
  kysely: Kysely<Tables>,
  options: MigrationOptions,
): Promise<readonly string[]> {
  const { isEmbedded, migrations = ours } = options
  const run = async () => {
    await refuseEncoding(kysely)
    await sql`create table if not exists migrations (
      name text primary key, at timestamptz not null default now(), needs text
    )`.execute(kysely)
    const pending = await pendingMigrations(kysely, migrations)
    for (const name of pending) await runMigration(kysely, name, options)
    return pending
  }
  try {
    if ((await pendingMigrations(kysely, migrations)).length === 0) return []
    return await (isEmbedded ? run() : withLock(kysely, run))
  } catch (error) {
    if (error instanceof SettingsError || error instanceof DatabaseRefusedError) throw error
    const refusal = databaseRefusal(error)
    if (refusal !== null) throw refusal
    if (isDiskFull(error)) throw new SettingsError(diskFull, { cause: error })
    const { code = '', message } = error as { readonly code?: string; readonly message: string }
    const failure = `The database could not be brought to this version: ${message}.`
    const isOfDatabase = /^[\dA-Z]{5}$/.test(code)
    throw new (isOfDatabase ? SettingsError : Error)(failure, { cause: error })
  }
}

/**
 * PostgreSQL takes its encoding from the locale of the machine that installed it. A database that
 * has players already keeps its encoding: an upgrade is no moment to change it.
 */
async function refuseEncoding(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string; isEmpty: boolean }>`
    select current_setting('server_encoding') as encoding,
      to_regclass('migrations') is null as "isEmpty"`.execute(kysely)
  const [{ encoding, isEmpty } = { encoding: '', isEmpty: false }] = rows
  if (!isEmpty || encoding === 'UTF8') return
  throw new SettingsError(
    `DATABASE_URL: the database has the encoding ${encoding}, which does not keep every letter; make it with UTF8: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0.`,
  )
}

/**
 * Refuses a database that lacks a migration of this version, by a SettingsError, and one that does
 * not let us in, by a DatabaseRefusedError: only `migrate` and a server's start change the schema.
 */
export async function refuseOlder(kysely: Kysely<Tables>): Promise<void> {
  const pending = await pendingMigrations(kysely).catch((error: unknown) => {
    throw databaseRefusal(error) ?? error
  })
  if (pending.length === 0) return
  throw new SettingsError(
    `The database is older than this version: it lacks ${pending.join(', ')}. This command changes no tables: run \`gatehouse migrate\`, or start a server of this version.`,
  )
}

/**
 * The migrations that a database lacks, in their order. Throws a SettingsError when it has some
 * that this version does not know and cannot work beside, and when it was made before the first
 * release.
 */
export async function pendingMigrations(
  executor: Executor,
  migrations: Migrations = ours,
): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and relname in ('migrations', 'kysely_migration')`.execute(executor)
  if (tables.some(({ name }) => name === 'kysely_migration')) {
    throw new SettingsError(
      'This database is from before the first release, and no version supports it. Use an empty one: another DATABASE_URL, or another DATA_DIR.',
    )
  }
  if (tables.length === 0) return Object.keys(migrations)
  const { rows } = await sql<{ name: string; needs: string | null }>`
    select name, needs from migrations order by name`.execute(executor)
  const newer = rows.filter(
    ({ name, needs }) => !(name in migrations) && needs !== null && !(needs in migrations),
  )
  if (newer.length > 0) {
    const names = newer.map(({ name }) => name).join(', ')
    throw new SettingsError(
      `This database is newer than this server: ${names} took away what this version uses. Start the version that made it, or restore a backup.`,
    )
  }
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations).filter((name) => !done.has(name))
}

/**
 * Acts while no other process migrates. It asks for the lock again and again: a statement that
 * waits would itself keep an index from being finished, and so would a transaction with a snapshot.
 * The lock is therefore that of the session.
 */
async function withLock<T>(kysely: Kysely<Tables>, act: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await kysely.connection().execute(async (holder) => {
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_lock(${sql.lit(lockId)}) as "isOurs"`.execute(holder)
      if (rows[0]?.isOurs !== true) return null
      try {
        return { result: await act() }
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(lockId)})`.execute(holder)
      }
    })
    if (done) return done.result
    await pause(200)
  }
}

/** Waits for a table's lock a moment at a time, so that no request waits behind it for long. */
async function runMigration(
  kysely: Kysely<Tables>,
  name: string,
  { isEmbedded, onBlocked, migrations = ours }: MigrationOptions,
): Promise<void> {
  const { statements = [], needs = null } = migrations[name] ?? {}
  const execute = async (executor: Executor) => {
    for (const text of statements) {
      const statement = isEmbedded ? text.replaceAll(/\bconcurrently\b/g, '') : text
      await sql.raw(statement).execute(executor)
    }
    await sql`insert into migrations (name, needs) values (${name}, ${needs})`.execute(executor)
  }
  const isConcurrent = statements.some((text) => /\bindex concurrently\b/.test(text))
  if (isConcurrent && !isEmbedded) return kysely.connection().execute(execute)
  for (let tries = 1; ; tries += 1) {
    try {
      await kysely.transaction().execute(async (transaction) => {
        await onEveryMachine.execute(transaction)
        await lockTimeout.execute(transaction)
        await noStatementTimeout.execute(transaction)
        await execute(transaction)
      })
      return
    } catch (error) {
      if (!isBlocked(error)) throw error
      const holders = await openTransactions(kysely)
      if (tries === maxTries) {
        throw new DatabaseRefusedError(
          `the migration ${name} got no lock within ten minutes; end ${holders.join(', ') || 'the reason'} and start again.`,
          error,
        )
      }
      onBlocked?.({ migration: name, tries, holders })
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
