import { destination, pino } from 'pino'
import * as z from 'zod'
import { clock } from '../../platform/clock.ts'
import { listSharedAddresses, type SharedAddress } from '../../database/accounts/sharedAddresses.ts'
import { appendAudit } from '../../database/operations/auditLog.ts'
import { lockWaits, type PlannedStep } from '../../database/connection/planMigrations.ts'
import { type Database, openDatabase } from '../../database/connection/openDatabase.ts'
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
    contract: z.boolean().default(false).meta({
      description:
        'takes away what servers of the version before need; none may run, nor start again',
    }),
  }),
  isAct: true,
  looksWith: 'plan',
  async run(environment, { plan, contract }, author) {
    const settings = readSettings(environment)
    const database = await openDatabase(settings)
    try {
      if (plan) return described(await database.plan(contract), await isWaiting(database))
      const log = pino({ level: 'warn' }, destination({ dest: 2, sync: true }))
      const migrations = await database.migrate({
        contract,
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
          details: { migrations, contract },
        })
      }
      const shared = await listSharedAddresses(database.kysely)
      const sentences = [
        migrations.length === 0 ? isOfThisVersion : `Migrated: ${migrations.join(', ')}.`,
        ...(contract && migrations.length > 0 ? [contracted] : []),
        ...((await isWaiting(database)) ? [waiting] : []),
        ...(shared.length > 0 ? [warningOf(shared)] : []),
      ]
      return {
        data: {
          migrations,
          contracted: !(await isWaiting(database)),
          sharedAddresses: shared.length,
        },
        message: sentences.join(' '),
      }
    } finally {
      await database.close()
    }
  },
})

const isOfThisVersion = 'The database is of this version.'
const contracted =
  'Servers of the version before do not start on it any more. Restart the servers one after the other.'
const waiting =
  'When no server of the version before runs any more, and you will not go back: gatehouse migrate --contract.'

async function isWaiting(database: Database): Promise<boolean> {
  return !(await database.isContracted())
}

function warningOf(shared: readonly SharedAddress[]): string {
  const names = [...new Set(shared.map(({ deployment }) => deployment))]
  return `Players who have the address of another one in another spelling: ${shared.length} (${names.join(', ')}); gatehouse players shared-addresses lists them.`
}

function described(plan: readonly PlannedStep[], isWaitingAfter: boolean): CommandResult {
  const lines = plan.map(({ step, locks }) => {
    const waits = locks.map(({ table, mode }) => `${table} (${mode}: ${lockWaits[mode]})`)
    return `${step}: ${waits.join(', ') || 'locks no table that is there'}`
  })
  const remark =
    'A step waits 0.3 seconds for a lock, lets others go first, and tries again for ten minutes.'
  const ofVersion = isWaitingAfter ? `${isOfThisVersion} ${waiting}` : isOfThisVersion
  return { data: { plan }, message: plan.length === 0 ? ofVersion : [...lines, remark].join('\n') }
}
