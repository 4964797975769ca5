import { destination, pino } from 'pino'
import * as z from 'zod'
import { clock } from '../../platform/clock.ts'
import { appendAudit } from '../../database/operations/auditLog.ts'
import { openDatabase } from '../../database/pool/openDatabase.ts'
import { Jobs } from '../../database/jobs/jobs.ts'
import { readSettings } from '../../platform/config/readSettings.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { offlineCommand } from '../command/command.ts'

/** Does the database part of a server's start, for operators who want it done before. */
export const migrateCommand = offlineCommand({
  name: 'migrate',
  summary: 'Brings the database to this version, as a server does by itself when it starts.',
  order: z.strictObject({}),
  isAct: true,
  async run(environment, _order, author) {
    const settings = readSettings(environment)
    const database = await openDatabase(settings)
    try {
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
      const message =
        migrations.length === 0
          ? 'The database is of this version.'
          : `Migrated: ${migrations.join(', ')}.`
      return { data: { migrations }, message }
    } finally {
      await database.close()
    }
  },
})
