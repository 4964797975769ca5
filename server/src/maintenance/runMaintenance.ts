import { logEvent } from '../platform/observability/events.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../platform/clock.ts'
import { endOrphanedClientSessions } from '../database/oidc/clientSessions.ts'
import { liftBan, listEndedBans } from '../database/accounts/credentials.ts'
import { endBan } from '../auth/login/bans.ts'
import { emptyLedger } from '../database/auth/ledger.ts'
import { forgetReasons } from '../database/preferences/surveys.ts'
import { sweep } from '../database/operations/sweep.ts'
import { tables, tablesWhere } from '../database/schema/tables.ts'
import { sweepUnconfirmed } from '../database/accounts/unconfirmedPlayers.ts'
import type { MaintenanceServices } from './maintenanceServices.ts'
import { idleSince } from '../tenants/idleSince.ts'
import { sweepEveryLookUp } from './sweepEveryLookUp.ts'
import { rotateDueSigningKeys } from '../oidc/keys/signingKeys.ts'
import { moveSealedApps } from './sealedApps.ts'
import { resealClients } from '../tenants/storedClients.ts'

/** Cron. */
const hourly = '0 * * * *'
const nightly = '20 3 * * *'
/** In seconds. */
const month = 30 * 24 * 3600

/**
 * Removes expired rows: counters, captcha passes, registrations that nobody confirmed, tickets, and
 * sessions, whose clients are notified. Rotates old signing keys, and moves sealed secrets to a new server key. A failing task stops no other one; it is counted, and
 * thrown as an AggregateError at the end.
 */
export async function runMaintenance(services: MaintenanceServices): Promise<void> {
  const errors: unknown[] = []
  for (const task of tasksOf(services)) await task().catch((error: unknown) => errors.push(error))
  if (errors.length === 0) return
  services.metrics.countMaintenanceFailure()
  throw new AggregateError(errors, 'Some of the maintenance failed.')
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
    () => emptyLedger(database.kysely, 'befores', after(now, -lifetimes.activityBefore)),
    () => forgetReasons(database.kysely, answersSince),
    () => endBans(services, now),
  ]
}

/** Lifts every ban whose end has come, of one player after the other. */
async function endBans(services: MaintenanceServices, now: Date): Promise<void> {
  const { database, deployments } = services
  for (const { deployment: name, id } of await listEndedBans(database.kysely, now)) {
    const deployment = deployments.byName(name)
    if (deployment) await endBan(services, deployment, id, now)
    else await liftBan(database.kysely, name, id, now)
  }
}

/**
 * Runs maintenance every hour, keeps connections up to date and sweeps look-ups every night, each on
 * one server of all; returns the function that ends a current run.
 */
export async function scheduleMaintenance(
  services: MaintenanceServices,
  resync: (signal: AbortSignal) => Promise<unknown>,
): Promise<() => void> {
  const { jobs, log } = services
  const ending = new AbortController()
  const { signal } = ending
  const warn = (error: unknown) => {
    if (!signal.aborted) logEvent(log, 'maintenance.failed', { err: error })
  }
  await jobs.runOnSchedule('maintenance', hourly, () => runMaintenance(services).catch(warn))
  await jobs.runOnSchedule('resync-connections', hourly, () => resync(signal).catch(warn))
  await jobs.runOnSchedule('sweep-look-ups', nightly, () =>
    sweepEveryLookUp(services, signal).catch((error: unknown) => {
      services.metrics.countMaintenanceFailure()
      warn(error)
    }),
  )
  return () => ending.abort()
}
