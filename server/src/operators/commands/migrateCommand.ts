import { destination, pino } from 'pino'
import * as z from 'zod'
import { clock } from '../../platform/clock.ts'
import { listSharedAddresses, type SharedAddress } from '../../database/accounts/sharedAddresses.ts'
import { appendAudit } from '../../database/operations/auditLog.ts'
import { lockWaits, type PlannedStep } from '../../database/connection/planMigrations.ts'
import { openDatabase } from '../../database/connection/openDatabase.ts'
import { Jobs } from '../../database/jobs/jobs.ts'
import { readSettings } from '../../platform/config/settings.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { type CommandResult, errand } from '../command/command.ts'

/** Does the database part of a server's start, for operators who want it done before. */
export const migrateCommand = errand({
  name: 'migrate',
  summary: 'Brings the database to this version, as a server does by itself when it starts.',
  order: z.strictObject({
    plan: z
      .boolean()
      .default(false)
      .meta({ description: 'only says what it would do, and what it would lock' }),
  }),
  isAct: true,
  looksWith: 'plan',
  async run(environment, { plan }, author) {
    const settings = readSettings(environment)
    const database = await openDatabase(settings)
    try {
      if (plan) return described(await database.plan())
      const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }))
      const migrations = await database.migrate({
        onBlocked: (blocked) => logEvent(log, 'migration.blocked', { ...blocked }),
      })
      const jobs = await Jobs.open(database, pino({ level: settings.LOG_LEVEL }))
      await jobs.stop()
      if (migrations.length > 0) {
        await appendAudit(database.kysely, {
          ...author,
          at: clock.now(),
          command: 'migrate',
          deployment: null,
          subject: 'database',
          details: { migrations },
        })
      }
      const shared = await listSharedAddresses(database.kysely)
      const message =
        migrations.length === 0
          ? 'The database is of this version.'
          : `Migrated: ${migrations.join(', ')}.`
      return {
        data: { migrations, sharedAddresses: shared.length },
        message: shared.length === 0 ? message : `${message} ${warningOf(shared)}`,
      }
    } finally {
      await database.close()
    }
  },
})

function warningOf(shared: readonly SharedAddress[]): string {
  const names = [...new Set(shared.map(({ deployment }) => deployment))]
  return `Players who have the address of another one in another spelling: ${shared.length} (${names.join(', ')}); gatehouse players shared-addresses lists them.`
}

function described(plan: readonly PlannedStep[]): CommandResult {
  const lines = plan.map(({ step, locks }) => {
    const waits = locks.map(({ table, mode }) => `${table} (${mode}: ${lockWaits[mode]})`)
    return `${step}: ${waits.join(', ') || 'locks no table that is there'}`
  })
  const remark =
    'A step waits 0.3 seconds for a lock, lets others go first, and tries again for ten minutes.'
  const message =
    plan.length === 0 ? 'The database is of this version.' : [...lines, remark].join('\n')
  return { data: { plan }, message }
}
