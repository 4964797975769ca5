import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../platform/clock.ts'
import { endOrphanedClientSessions } from '../database/oidc/clientSessions.ts'
import { forgetReasons } from '../database/preferences/surveys.ts'
import { sweep, type SweptTable } from '../database/connection/sweep.ts'
import { resyncConnections } from '../federation/connections/resyncConnections.ts'
import type { Services } from '../services.ts'
import { rotateDueSigningKeys } from '../oidc/signingKeys.ts'

const hour = 3_600_000
/** In seconds. */
const month = 30 * 24 * 3600

/**
 * Removes what nothing asks for any more: counters, passes, proofs and sessions that are over, of
 * which sites are to be told, and changes signing keys that grow old. What fails keeps nothing else
 * from being done; it is counted, and thrown as an AggregateError at the end.
 */
export async function runMaintenance(services: Services): Promise<void> {
  const faults: unknown[] = []
  for (const task of tasksOf(services)) await task().catch((error: unknown) => faults.push(error))
  if (faults.length === 0) return
  services.metrics.countMaintenanceFailure()
  throw new AggregateError(faults, 'Some of the housekeeping failed.')
}

function tasksOf(services: Services): readonly (() => Promise<void>)[] {
  const { database, clock, deployments, settings } = services
  const now = clock.now()
  const answersSince = after(now, -settings.ANSWERS_MONTHS * month)
  // From when on rows of each table are kept.
  const kept: Readonly<Record<SweptTable, Date>> = {
    account_events: after(now, -lifetimes.accountEvent),
    attempts: now,
    captcha_passes: after(now, -lifetimes.captchaPass),
    external_flows: now,
    oidc_artifacts: now,
    partner_arrivals: now,
    partner_proofs: now,
    sessions: after(now, -lifetimes.session),
    solved_challenges: after(now, -lifetimes.captchaPass),
    steam_nonces: now,
    surveys: answersSince,
  }
  const idleSince = after(now, -lifetimes.idleSession)
  return [
    ...deployments.all.flatMap(({ name: deployment, partners }) => {
      const openPartners = [...partners].filter(([, { enabled }]) => enabled).map(([slug]) => slug)
      const living = { deployment, idleSince, openPartners }
      return [
        () => endOrphanedClientSessions(database.kysely, living, now),
        () => rotateDueSigningKeys(services, deployment),
      ]
    }),
    ...Object.entries(kept).map(
      ([table, since]) =>
        () =>
          sweep(database.kysely, table as SweptTable, since),
    ),
    () => forgetReasons(database.kysely, answersSince),
  ]
}

/** Keeps house every hour, and linked accounts up to date; returns what ends it. */
export function scheduleMaintenance(services: Services): () => void {
  const ending = new AbortController()
  const told = (error: unknown) => {
    if (!ending.signal.aborted) services.log.warn({ err: error }, 'housekeeping')
  }
  const run = async () => {
    await runMaintenance(services).catch(told)
    await resyncConnections(services, { signal: ending.signal }).catch(told)
  }
  const timer = setInterval(() => void run(), hour)
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
