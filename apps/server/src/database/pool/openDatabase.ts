import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { type Settings, SettingsError } from '../../platform/config/settings.ts'
import { inSpan, traceStatement } from '../../platform/observability/tracing.ts'
import { diskFull, isDiskFull } from '../errors/databaseErrors.ts'
import { checkPooler } from './checkPooler.ts'
import { ignoreCloseErrors } from './ignoreCloseErrors.ts'
import { connectionPolicy, listenerPolicy } from './connectionPolicy.ts'
import { asksForWorkers } from './lostWorkers.ts'
import { PipelinedReads } from './pipelinedReads.ts'
import { takeLock } from './dataDirLock.ts'
import { migrate, type MigrationOptions, refuseOlder } from '../migrations/migrate.ts'
import { Readiness } from './readiness.ts'
import { repeatOnConflict } from '../transactions/repeatOnConflict.ts'
import type { Tables } from '../schema/rows.ts'

/** A statement that the database parses once a connection; `name` is unique to its text. */
export interface Prepared {
  readonly name: string
  readonly text: string
}

type RunPrepared = <Row extends object>(
  statement: Prepared,
  values: readonly unknown[],
) => Promise<Row | undefined>

export interface Database {
  readonly kysely: Kysely<Tables>
  /**
   * Runs a prepared statement that reads, outside of any transaction; resolves with its first row.
   */
  readonly first: RunPrepared
  /** Runs a prepared statement that writes, as its own transaction; resolves with its first row. */
  readonly write: RunPrepared
  /** Brings the database to this version; answers which migrations that took. */
  readonly migrate: (options?: Pick<MigrationOptions, 'onBlocked'>) => Promise<readonly string[]>
  /** Refuses a database that lacks a migration of this version. */
  readonly refuseOlder: () => Promise<void>
  /** Says that it answers, and that it takes writes. */
  readonly readiness: Readiness
  /**
   * Connections by state, and requests that wait for one; empty for the embedded database.
   */
  readonly connections: () => Readonly<Record<string, number>>
  /** How the job queue reaches the same database. */
  readonly jobs: ConstructorOptions
  readonly close: () => Promise<void>
}

/** Opens the database that the settings name; refuses a pooler that it could not work through. */
export async function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_POOL' | 'DATA_DIR'>,
): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL: connections } = settings
  if (url === undefined) return openEmbedded(settings.DATA_DIR)
  await checkPooler(url, directUrl)
  return openPostgres(url, connections, { directUrl })
}

/**
 * Opens PostgreSQL by its URL. Connects at the first query; a lost connection is replaced. With
 * `directUrl` the URL is that of a pooler, which keeps nothing between two transactions.
 */
export function openPostgres(
  url: string,
  connections: number,
  { directUrl, patience = 1 }: { directUrl?: string | undefined; patience?: number } = {},
): Database {
  const isPooled = directUrl !== undefined
  const policy = connectionPolicy(url, 'requests', { isPooled, patience })
  const settings = { ...policy, types: { getTypeParser } }
  const pool = withErrorListeners(new Pool({ ...settings, max: connections }))
  const lines = new PipelinedReads(settings)
  // A separate connection: where requests wait for one, the server is busy and not gone.
  const watched = withErrorListeners(new Pool({ ...settings, max: 1 }))
  // Opened where the database is spread over machines.
  const workers = withErrorListeners(new Pool({ ...settings, max: 4 }))
  const readiness = new Readiness({
    isReadOnly: ({ newConnection }) => askOver(watched, newConnection),
    tryWriting: () => watched.query(roomy),
    lostWorkers: asksForWorkers(watched, workers),
  })
  const kysely = overPool(pool, readiness)
  return {
    kysely,
    first: traced(readiness, (statement, values) => lines.first(statement, values)),
    write: traced(
      readiness,
      async <Row extends object>(statement: Prepared, values: readonly unknown[]) => {
        const { rows } = await pool.query<Row>({ ...statement, values: [...values] })
        return rows[0]
      },
    ),
    async migrate(options = {}) {
      // One holds the lock of all processes, one does the steps.
      const patient = openForMigrations(directUrl ?? url, 2)
      return migrate(patient, { ...options, isEmbedded: false }).finally(() => patient.destroy())
    },
    refuseOlder: () => refuseOlder(kysely),
    readiness,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waited_for: pool.waitingCount,
    }),
    jobs: {
      ...connectionPolicy(directUrl ?? url, 'jobs', { patience }),
      ...listenerPolicy,
      max: 3,
    },
    async close() {
      await lines.close()
      await watched.end()
      await workers.end()
      await pool.end()
    },
  }
}

/** Connections to PostgreSQL for what may take longer than any request. */
export function openForMigrations(url: string, connections = 1): Kysely<Tables> {
  const settings = { ...connectionPolicy(url, 'migrations'), types: { getTypeParser } }
  return overPool(withErrorListeners(new Pool({ ...settings, max: connections })))
}

/**
 * Opens the embedded database in a folder. Refuses a folder that another process uses, and an
 * installation for production, which leaves that database out.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const { PGlite } = await import('@electric-sql/pglite').catch((cause: unknown) => {
    throw new SettingsError(
      'DATA_DIR: this installation is for production and has no embedded database. Set DATABASE_URL, or use a checkout with all of its packages.',
      { cause },
    )
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const release = await takeLock(join(folder, 'database.lock'))
  try {
    const path = join(folder, 'database')
    const database = overPglite(await createIn(path, () => PGlite.create(path)))
    // The folder around it may have been made with an open mode.
    await chmod(path, 0o700)
    return { ...database, close: () => database.close().finally(release) }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Opens PGlite in a folder. One that it could not fill is removed: it would open in no later try.
 */
export async function createIn(path: string, create: () => Promise<PGlite>): Promise<PGlite> {
  const wasThere = existsSync(path)
  try {
    return await create()
  } catch (cause) {
    if (!wasThere) await rm(path, { recursive: true, force: true })
    throw isDiskFull(cause) ? new SettingsError(diskFull, { cause }) : cause
  }
}

/** A database over an open PGlite, which it closes at the end. */
export function overPglite(pglite: PGlite): Database {
  const dialect = new PGliteDialect({ pglite })
  const readiness: Readiness = new Readiness({
    isReadOnly: async () => (await pglite.query<IsReadOnly>(isReadOnly)).rows[0]?.is === true,
    tryWriting: () => pglite.query(roomy),
  })
  const kysely = new Kysely<Tables>({ dialect, log: watching(readiness) })
  const run = traced(
    readiness,
    async <Row extends object>(statement: Prepared, values: readonly unknown[]) => {
      const { rows } = await pglite.query<Row>(statement.text, [...values])
      return rows[0]
    },
  )
  return {
    kysely,
    first: run,
    write: run,
    migrate: (options = {}) => migrate(kysely, { ...options, isEmbedded: true }),
    refuseOlder: () => refuseOlder(kysely),
    readiness,
    connections: () => ({}),
    jobs: { db: fromPglite(pglite), backend: 'pglite' },
    close: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}

/**
 * Without listeners a connection that the server closes would end the process: one that is idle, or
 * one of a transaction between two of its statements. The next statement says that it is gone.
 */
function withErrorListeners(pool: Pool): Pool {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function overPool(pool: Pool, readiness?: Readiness): Kysely<Tables> {
  // A step of a migration may be no transaction: an index that is made concurrently is half made.
  const repeats = readiness !== undefined
  const dialect = new PostgresDialect({ pool: ignoreCloseErrors(pool, { repeats }) })
  return new Kysely<Tables>({ dialect, log: watching(readiness) })
}

/**
 * Each statement is a part of its trace; one that fails may say that the database takes no writes.
 */
function watching(readiness?: Readiness): (statement: LogEvent) => void {
  return (statement) => {
    traceStatement(statement)
    if (statement.level === 'error') readiness?.note(statement.error)
  }
}

interface IsReadOnly {
  readonly is: boolean
}

/** A setting of the role or the database counts for new connections alone. */
const isReadOnly = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is`

/** A megabyte in a separate table, so that free room in the pages of others does not count. */
const roomy = `create temporary table gatehouse_room on commit drop as
  select md5(n::text) as filling from generate_series(1, 16000) as n`

/** Asks whether the database is read-only; a connection that says so, or nothing, is replaced. */
async function askOver(pool: Pool, newConnection: boolean): Promise<boolean> {
  if (newConnection) (await pool.connect()).release(true)
  const client = await pool.connect()
  let isKept = false
  try {
    const { rows } = await client.query<IsReadOnly>(isReadOnly)
    isKept = rows[0]?.is === false
    return !isKept
  } finally {
    client.release(!isKept)
  }
}

/** Announces the prepared statement that is about to run. Only tests listen. */
const prepared = channel('gatehouse:prepared')

/**
 * Each statement is a part of the trace that it belongs to, under its name; a transaction of one
 * statement begins again after a conflict.
 */
function traced(readiness: Readiness, run: RunPrepared): RunPrepared {
  return async (statement, values) => {
    if (prepared.hasSubscribers) prepared.publish(statement)
    try {
      return await inSpan(statement.name, { 'db.query.text': statement.text }, () =>
        repeatOnConflict(() => run(statement, values)),
      )
    } catch (error) {
      readiness.note(error)
      throw error
    }
  }
}

/** Counts and ids are far below 2^53: plain numbers, the same on both databases. */
function getTypeParser(...[type, format]: Parameters<typeof types.getTypeParser>) {
  return type === types.builtins.INT8 ? Number : types.getTypeParser(type, format)
}
