import { databaseActs } from '@gatehouse/contract/acts/databaseActs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { destination, pino } from 'pino'
import {
  copyNumbers,
  copyRows,
  countRows,
  listTables,
  type TableCount,
} from '../../../database/accounts/moveRows.ts'
import { planDistribution, takeStep } from '../../../database/operations/distribute.ts'
import { refuseOlder } from '../../../database/migrations/migrate.ts'
import { Jobs } from '../../../database/jobs/jobs.ts'
import {
  type Database,
  openDatabase,
  openEmbedded,
  openForMigrations,
  openPostgres,
} from '../../../database/pool/openDatabase.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { readSettings } from '../../../platform/config/readSettings.ts'
import { logEvent } from '../../../platform/observability/events.ts'
import { type Audit, performedBy } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

export const databasePerformers = performedBy(databaseActs, {
  /** Does the database part of a server's start, for operators who want it done before. */
  migrate: async ({ environment, audit }) => {
    const settings = readSettings(environment)
    const database = await openDatabase(settings)
    try {
      const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }))
      const migrations = await database.migrate({
        onBlocked: (blocked) => logEvent(log, 'migration.blocked', { ...blocked }),
      })
      const jobs = await Jobs.open(database, pino({ level: settings.LOG_LEVEL }))
      await jobs.stop()
      const data = { migrations }
      if (migrations.length === 0) return { data, message: 'The database is of this version.' }
      await audit(database.kysely, { subject: 'database', details: data })
      return { data, message: `Migrated: ${migrations.join(', ')}.` }
    } finally {
      await database.close()
    }
  },
  /** Moves all rows or none, in one transaction; the embedded database stays as it is. */
  move: async ({ environment, audit }, { to: given }) => {
    const settings = readSettings(environment)
    const to = given ?? settings.DATABASE_URL
    if (to === undefined) throw new ActRefusedError('Where to? Set --to or DATABASE_URL.')
    const { DATA_DIR: folder } = settings
    await access(join(folder, 'database')).catch((cause: unknown) => {
      throw new ActRefusedError(`DATA_DIR: there is no embedded database in ${folder}.`, {
        cause,
      })
    })
    const source = await openEmbedded(folder)
    try {
      const counts = await moveTo(source, to, audit)
      const rows = counts.reduce((sum, count) => sum + count.rows, 0)
      return {
        data: { rows, tables: counts.map(({ table, rows }) => ({ table, rows })) },
        message: `Rows moved: ${rows}, of ${counts.length} tables, and compared. From now on start servers with this DATABASE_URL and, as SESSION_KEY, what is in ${join(folder, 'server.key')}; never again on ${folder}.`,
      }
    } finally {
      await source.close()
    }
  },
  /** Each step is a transaction: one that was ended is taken again by the next call. */
  distribute: async ({ environment, audit }, { plan: isPlan = false }) => {
    const { DATABASE_URL: url } = readSettings(environment)
    if (url === undefined) throw new ActRefusedError('DATABASE_URL is not set.')
    const kysely = openForMigrations(url)
    try {
      await refuseOlder(kysely)
      const steps = await planDistribution(kysely)
      const data = { steps: steps.map(({ table, effect }) => ({ table, effect })) }
      if (isPlan) return { data }
      for (const step of steps) await takeStep(kysely, step)
      if (steps.length === 0) return { data, message: 'Each table lies as it should.' }
      await audit(kysely, { subject: 'database', details: data })
      return { data, message: `Steps taken: ${steps.length}.` }
    } finally {
      await kysely.destroy()
    }
  },
})

async function moveTo(source: Database, url: string, audit: Audit): Promise<TableCount[]> {
  const target = openForMigrations(url)
  try {
    await sql`select`.execute(target).catch((cause: Error) => {
      throw new ActRefusedError(`The target is out of reach: ${cause.message}`, { cause })
    })
    await refuseFilled(target)
    await prepare(source, url)
    // The target around the source: if it begins again, the source does too, with its cursor.
    return await inTransaction(target, (transaction) =>
      inTransaction(source.kysely, (from) => moveAll(from, transaction, audit)),
    )
  } finally {
    await target.destroy()
  }
}

async function moveAll(from: Executor, to: Executor, audit: Audit): Promise<TableCount[]> {
  const tables = await listTables(from)
  const counts: TableCount[] = []
  for (const table of tables) {
    await copyRows(from, to, table)
    await copyNumbers(from, to, table)
    const [here, there] = [await countRows(from, table), await countRows(to, table)]
    if (here.rows !== there.rows || here.digest !== there.digest) {
      throw new ActRefusedError(
        `${here.table}: ${here.rows} rows here, ${there.rows} there, and not the same. Nothing was moved.`,
      )
    }
    counts.push(here)
  }
  const details = { tables: counts.length, rows: counts.reduce((sum, { rows }) => sum + rows, 0) }
  await audit(to, { details })
  return counts
}

/** Refuses an older source, and gives the target the tables of this version and its queues. */
async function prepare(source: Database, url: string): Promise<void> {
  const log = pino({ level: 'silent' })
  await source.refuseOlder()
  const jobsHere = await Jobs.open(source, log, { migrates: false })
  const queues = await jobsHere.boss.getQueues().finally(() => jobsHere.stop())
  const target = openPostgres(url, 2)
  try {
    await target.migrate()
    const jobsThere = await Jobs.open(target, log)
    try {
      for (const { name, policy } of queues) await jobsThere.prepareQueue(name, policy)
    } finally {
      await jobsThere.stop()
    }
  } finally {
    await target.close()
  }
}

/** A target with rows is certainly the wrong database. */
async function refuseFilled(target: Executor): Promise<void> {
  await inTransaction(target, async (transaction) => {
    for (const table of await listTables(transaction)) {
      const { rows, table: name } = await countRows(transaction, table)
      if (rows > 0) {
        throw new ActRefusedError(
          `The target is not empty: ${name} has ${rows} rows. Give it a new database, and start no server on it before.`,
        )
      }
    }
  })
}
