import { doEach } from '../platform/doEach.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import { endBan } from '../auth/login/bans.ts'
import { liftBan, listEndedBans } from '../database/accounts/credentials.ts'
import {
  reconcileUniqueValues,
  type SweptLookUps,
} from '../database/accounts/reconcileUniqueValues.ts'
import { sweepUnconfirmed } from '../database/accounts/unconfirmedPlayers.ts'
import { emptyLedger } from '../database/auth/ledger.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import { endOrphanedClientSessions } from '../database/oidc/clientSessions.ts'
import { sweep } from '../database/operations/sweep.ts'
import type { WriteRefusal } from '../database/pool/readiness.ts'
import { forgetReasons } from '../database/preferences/surveys.ts'
import { tables, tablesWhere } from '../database/schema/tables.ts'
import { type KeyMaker, rotateDueSigningKeys } from '../oidc/keys/signingKeys.ts'
import type { Outbox } from '../mail/outbox.ts'
import { after } from '../platform/clock.ts'
import type { ServerKey } from '../platform/crypto/serverKey.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Task } from '../platform/scheduler.ts'
import { idleSince } from '../deployments/idleSince.ts'
import { resealClients } from '../deployments/storedClients.ts'
import type { DeploymentServices } from '../deployments/deploymentServices.ts'
import type { AccountEvents } from '../webhooks/accountEvents.ts'
import { watchAuditLog } from './auditAnchors.ts'
import { moveSealedApps } from './sealedApps.ts'

/** The services of maintenance. */
export interface MaintenanceServices extends DeploymentServices {
  readonly events: AccountEvents
  readonly jobs: Jobs
  readonly key: ServerKey
  readonly makeKey: KeyMaker
  readonly metrics: Metrics
  readonly outbox: Outbox
}

/** Cron. */
const hourly = '0 * * * *'
const nightly = '20 3 * * *'
const everyMinute = '* * * * *'
/** In seconds. */
const month = 30 * 24 * 3600

/**
 * Removes expired rows: counters, captcha passes, unconfirmed registrations, tickets, and sessions,
 * whose clients are notified. Rotates old signing keys, moves sealed secrets to a new server key,
 * and looks at the chains of the audit log. A failing task stops no other one; it is counted, and thrown as an AggregateError at the
 * end.
 */
export async function runMaintenance(
  services: MaintenanceServices,
  lookAtAuditLog = watchAuditLog(services),
): Promise<void> {
  const errors: unknown[] = []
  const tasks = [...tasksOf(services), lookAtAuditLog]
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error))
  if (errors.length === 0) return
  services.metrics.countMaintenanceFailure()
  throw new AggregateError(errors, 'A part of the maintenance failed.')
}

function tasksOf(services: MaintenanceServices): readonly (() => Promise<void>)[] {
  const { database, clock, deployments, settings } = services
  const now = clock.now()
  const unconfirmedSince = after(now, -lifetimes.unconfirmedPlayer)
  const answersSince = after(now, -settings.ANSWERS_MONTHS * month)
  return [
    ...deployments.all.flatMap((each) => {
      const { name: deployment, partners } = each
      const openPartners = [...partners].filter(([, { enabled }]) => enabled).map(([slug]) => slug)
      const living = { deployment, idleSince: idleSince(each, now), openPartners }
      return [
        () => endOrphanedClientSessions(database.kysely, living, now),
        () => rotateDueSigningKeys(services, deployment),
        () => moveSealedApps(database, deployment, services.key.factors),
        () => resealClients(services, deployment),
        () => sweepUnconfirmed(database.kysely, deployment, unconfirmedSince, now),
      ]
    }),
    ...tablesWhere(({ expires }) => expires !== undefined).flatMap((table) =>
      (tables[table].expires ?? []).map((expiry) => () => {
        const { keptFor } = expiry
        const since = keptFor === 'answers' ? answersSince : after(now, -keptFor)
        return sweep(database.kysely, table, expiry, since)
      }),
    ),
    () => emptyLedger(database.kysely, 'addresses', after(now, -lifetimes.activityAddress)),
    () => emptyLedger(database.kysely, 'befores', after(now, -undoableFor(deployments.all))),
    () => forgetReasons(database.kysely, answersSince),
    () => endBans(services, now),
  ]
}

/** Seconds for which acts can be undone, in any deployment, with the wait of a rewind. */
function undoableFor(deployments: MaintenanceServices['deployments']['all']): number {
  const days = deployments.map(({ rewind }) => rewind.days + rewind.waitHours / 24)
  return Math.max(0, ...days) * 24 * 3600
}

/** Lifts every ban whose end has come, of one player after the other. */
async function endBans(services: MaintenanceServices, now: Date): Promise<void> {
  const { database, deployments } = services
  await doEach(await listEndedBans(database.kysely, now), async ({ deployment: name, id }) => {
    const deployment = deployments.byName(name)
    if (deployment) await endBan(services, deployment, id, now)
    else await liftBan(database.kysely, name, id, now)
  })
}

/** Sweeps all unique values, and logs those without a player and players without one. */
export async function sweepEveryLookUp(
  { clock, database, deployments, log, metrics }: MaintenanceServices,
  signal: AbortSignal,
): Promise<void> {
  for (const { name } of deployments.all) {
    const swept = await reconcileUniqueValues(database.kysely, name, clock.now(), signal)
    for (const [what, count] of Object.entries(swept) as [keyof SweptLookUps, number][]) {
      metrics.countSweptLookUps(what, count)
    }
    if (swept.orphaned + swept.missing > 0) {
      logEvent(log, 'unique_values.repaired', { deployment: name, ...swept })
    }
  }
}

interface Scheduled {
  readonly resync: (signal: AbortSignal) => Promise<unknown>
  /** What players have asked for, once its time has come. */
  readonly doDue: () => Promise<unknown>
}

/** Each runs on one server of all; returns the function that ends a current run. */
export async function scheduleMaintenance(
  services: MaintenanceServices,
  { resync, doDue }: Scheduled,
): Promise<() => void> {
  const { jobs, log } = services
  const ending = new AbortController()
  const { signal } = ending
  const warn = (error: unknown) => {
    if (!signal.aborted) logEvent(log, 'maintenance.failed', { err: error })
  }
  const lookAtAuditLog = watchAuditLog(services)
  await jobs.runOnSchedule('maintenance', hourly, () =>
    runMaintenance(services, lookAtAuditLog).catch(warn),
  )
  await jobs.runOnSchedule('resync-connections', hourly, () => resync(signal).catch(warn))
  await jobs.runOnSchedule('due-acts', everyMinute, () => doDue().catch(warn))
  await jobs.runOnSchedule('sweep-look-ups', nightly, () =>
    sweepEveryLookUp(services, signal).catch((error: unknown) => {
      services.metrics.countMaintenanceFailure()
      warn(error)
    }),
  )
  return () => ending.abort()
}

/** Milliseconds between two looks at the workers. */
const workerPause = 2000

/** Logs the queues whose workers got stuck, once for each change. */
export function watchWorkers({ jobs, log }: Pick<MaintenanceServices, 'jobs' | 'log'>): Task {
  let known = ''
  return {
    pause: workerPause,
    async run() {
      const queues = jobs.stuckQueues()
      const now = queues.join(' ')
      if (now !== '' && now !== known) logEvent(log, 'job.worker_stuck', { queues })
      known = now
    },
    onError: (error) => logEvent(log, 'job.queue_error', { err: error }),
  }
}

/** Milliseconds between two looks at the database. */
const databasePause = 5000

/** Logs that the database takes no writes, and that it does again, once each. */
export function watchWrites({
  database,
  log,
}: Pick<MaintenanceServices, 'database' | 'log'>): Task {
  let known: WriteRefusal | null = null
  return {
    pause: databasePause,
    async run() {
      // A database that does not answer says nothing about writes.
      if ((await database.readiness.ask()) === 'unreachable') return
      const { refusal: reason } = database.readiness
      if (reason === known) return
      known = reason
      if (reason === null) logEvent(log, 'database.writes_taken', {})
      else logEvent(log, 'database.writes_refused', { reason })
    },
    onError: (error) => logEvent(log, 'process.unhandled_rejection', { err: error }),
  }
}
