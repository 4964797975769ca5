import { logEvent } from '../platform/observability/events.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../platform/clock.ts'
import { endOrphanedClientSessions } from '../database/oidc/clientSessions.ts'
import { liftBan, listEndedBans } from '../database/accounts/credentials.ts'
import { endBan } from '../auth/login/bans.ts'
import { emptyLedger } from '../database/auth/ledger.ts'
import { forgetReasons } from '../database/preferences/surveys.ts'
import { sweep, type SweptTable } from '../database/connection/sweep.ts'
import { sweepUnconfirmed } from '../database/accounts/unconfirmedPlayers.ts'
import type { MaintenanceServices } from './maintenanceServices.ts'
import { idleSince } from '../tenants/idleSince.ts'
import { sweepEveryLookUp } from './sweepEveryLookUp.ts'
import { rotateDueSigningKeys } from '../oidc/signingKeys.ts'
import { moveSealedApps } from './sealedApps.ts'
import { resealClients } from '../tenants/clients/storedClients.ts'

/** Cron. */
const hourly = '0 * * * *'
const nightly = '20 3 * * *'
/** In seconds. */
const day = 24 * 3600
const month = 30 * day

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
  // The oldest rows that each table keeps.
  const kept: Readonly<Record<SweptTable, Date>> = {
    account_events: after(now, -lifetimes.accountEvent),
    attempts: now,
    captcha_passes: after(now, -lifetimes.captchaPass),
    authorization_flows: now,
    oidc_artifacts: now,
    device_codes: now,
    partner_login_codes: now,
    registration_tickets: now,
    sessions: after(now, -lifetimes.session),
    solved_challenges: after(now, -lifetimes.captchaPass),
    steam_nonces: now,
    surveys: answersSince,
    account_ledger: after(now, -lifetimes.activity),
    authenticator_apps: after(now, -lifetimes.removedFactor),
    former_addresses: after(now, -lifetimes.formerAddress),
    passkeys: after(now, -lifetimes.removedFactor),
    recovery_code_sets: after(now, -lifetimes.removedFactor),
    // A link that was used answers the same for a while.
    safety_links: after(now, -day),
    second_steps: now,
    trusted_browsers: now,
    unconfirmed_apps: after(now, -lifetimes.unconfirmedApp),
    used_challenges: after(now, -lifetimes.usedChallenge),
  }
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
    ...Object.entries(kept).map(
      ([table, since]) =>
        () =>
          sweep(database.kysely, table as SweptTable, since),
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
