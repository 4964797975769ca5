import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Settings } from '../../platform/config/settings.ts'
import { inSpan, traceStatement } from '../../platform/observability/tracing.ts'
import { closeSilently } from './closeSilently.ts'
import { connectionPolicy, listenerPolicy } from './connectionPolicy.ts'
import { PipelinedReads } from './pipelinedReads.ts'
import { takeLock } from './dataDirLock.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

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
  /** Runs a prepared statement that reads, outside of any transaction; resolves with its first row. */
  readonly first: RunPrepared
  /** Runs a prepared statement that writes, a transaction of its own; resolves with its first row. */
  readonly write: RunPrepared
  /** Brings the database to this version; answers which migrations that took. */
  readonly migrate: () => Promise<readonly string[]>
  /** Connections by what they do, and requests that wait for one; empty for the embedded database. */
  readonly connections: () => Readonly<Record<string, number>>
  /** How the job queue reaches the same database. */
  readonly jobs: ConstructorOptions
  readonly close: () => Promise<void>
}

/** What a query runs in: the database, or the transaction that it belongs to. */
export type Executor = Kysely<Tables> | Transaction<Tables>

/** Opens the database that the settings name. */
export function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_POOL' | 'DATA_DIR'>,
): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_POOL: connections, DATA_DIR: folder } = settings
  return url === undefined ? openEmbedded(folder) : Promise.resolve(openPostgres(url, connections))
}

/** Opens PostgreSQL by its URL. Connects at the first query; a lost connection is replaced. */
export function openPostgres(url: string, connections: number): Database {
  const settings = { ...connectionPolicy(url, 'requests'), types: { getTypeParser } }
  const pool = new Pool({ ...settings, max: connections })
  const lines = new PipelinedReads(settings)
  // Without listeners a connection that the server closes would end the process: one that is idle,
  // or one of a transaction between two of its statements. The next statement says that it is gone.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    kysely: overPool(pool),
    first: traced((statement, values) => lines.first(statement, values)),
    write: traced(async <Row extends object>(statement: Prepared, values: readonly unknown[]) => {
      const { rows } = await pool.query<Row>({ ...statement, values: [...values] })
      return rows[0]
    }),
    async migrate() {
      const patient = openPatiently(url)
      return migrate(patient).finally(() => patient.destroy())
    },
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waited_for: pool.waitingCount,
    }),
    jobs: { ...connectionPolicy(url, 'jobs'), ...listenerPolicy, max: 3 },
    async close() {
      await lines.close()
      await pool.end()
    },
  }
}

/** One connection to PostgreSQL for what may take longer than any request. */
export function openPatiently(url: string): Kysely<Tables> {
  const settings = { ...connectionPolicy(url, 'migrations'), types: { getTypeParser } }
  const pool = new Pool({ ...settings, max: 1 })
  // The next statement says that the connection is gone; without a listener the process would end.
  pool.on('error', () => undefined)
  return overPool(pool)
}

/** Opens the embedded database in a folder; refuses a folder that another process uses. */
export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const release = await takeLock(join(folder, 'database.lock'))
  try {
    const path = join(folder, 'database')
    const database = overPglite(await PGlite.create(path))
    // The folder around it may have been made with an open mode.
    await chmod(path, 0o700)
    return { ...database, close: () => database.close().finally(release) }
  } catch (error) {
    await release()
    throw error
  }
}

/** A database over an open PGlite, which it closes at the end. */
export function overPglite(pglite: PGlite): Database {
  const dialect = new PGliteDialect({ pglite })
  const kysely = new Kysely<Tables>({ dialect, log: traceStatement })
  const run = traced(
    async <Row extends object>(statement: Prepared, values: readonly unknown[]) => {
      const { rows } = await pglite.query<Row>(statement.text, [...values])
      return rows[0]
    },
  )
  return {
    kysely,
    first: run,
    write: run,
    migrate: () => migrate(kysely),
    connections: () => ({}),
    jobs: { db: fromPglite(pglite), backend: 'pglite' },
    close: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}

function overPool(pool: Pool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool: closeSilently(pool) })
  return new Kysely<Tables>({ dialect, log: traceStatement })
}

/** Each statement is a part of the trace that it belongs to, under its name. */
function traced(run: RunPrepared): RunPrepared {
  return (statement, values) =>
    inSpan(statement.name, { 'db.query.text': statement.text }, () => run(statement, values))
}

/** Counts and ids are far below 2^53: plain numbers, the same on both databases. */
function getTypeParser(...[type, format]: Parameters<typeof types.getTypeParser>) {
  return type === types.builtins.INT8 ? Number : types.getTypeParser(type, format)
}
