import { lifetimes } from '@gatehouse/contract/limits'
import { after } from './clock.ts'
import { sweepEvents } from './database/accountEvents.ts'
import { sweepAttempts } from './database/attempts.ts'
import { sweepCaptchaPasses } from './database/captchaPasses.ts'
import { sweepFlows } from './database/externalFlows.ts'
import { sweepArrivals } from './database/partnerArrivals.ts'
import { sweepProofs } from './database/partnerProofs.ts'
import { sweepSessions } from './database/sessions.ts'
import { sweepAnswers } from './database/surveys.ts'
import { sweepSteamNonces } from './database/steamNonces.ts'
import { endStraySiteSessions } from './database/siteSessions.ts'
import { sweepArtifacts } from './database/oidcArtifacts.ts'
import { resyncConnects } from './linking/resyncConnects.ts'
import type { Services } from './services.ts'
import { tendSigningKeys } from './sso/signingKeys.ts'

const hour = 3_600_000
/** In seconds. */
const month = 30 * 24 * 3600

/**
 * Removes what nothing asks for any more: counters, passes, proofs and sessions that are over, of
 * which sites are to be told, and changes signing keys that grow old.
 */
export async function keepHouse(services: Services): Promise<void> {
  const { database, clock, deployments, settings } = services
  const now = clock.now()
  await sweepAttempts(database.kysely, now)
  await sweepCaptchaPasses(database.kysely, after(now, -lifetimes.captchaPass))
  await sweepProofs(database.kysely, now)
  await sweepArrivals(database.kysely, now)
  await sweepFlows(database.kysely, now)
  await sweepSteamNonces(database.kysely, now)
  await sweepArtifacts(database.kysely, now)
  const idleSince = after(now, -lifetimes.idleSession)
  for (const { name, partners } of deployments.all) {
    const openPartners = [...partners].filter(([, { enabled }]) => enabled).map(([slug]) => slug)
    await endStraySiteSessions(database.kysely, { deployment: name, idleSince, openPartners }, now)
    await tendSigningKeys(services, name)
  }
  await sweepAnswers(database.kysely, after(now, -settings.ANSWERS_MONTHS * month))
  await sweepEvents(database.kysely, after(now, -lifetimes.accountEvent))
  await sweepSessions(database.kysely, after(now, -lifetimes.session))
}

/** Keeps house every hour, and linked accounts up to date; returns what ends it. */
export function keepHouseHourly(services: Services): () => void {
  const ending = new AbortController()
  const run = async () => {
    await keepHouse(services)
    await resyncConnects(services, { signal: ending.signal })
  }
  const timer = setInterval(() => {
    run().catch((error: unknown) => {
      if (!ending.signal.aborted) services.log.warn({ err: error }, 'housekeeping')
    })
  }, hour)
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
