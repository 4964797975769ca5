import { lifetimes } from '@gatehouse/contract/limits'
import { after } from './clock.ts'
import { sweepAttempts } from './database/attempts.ts'
import { sweepCaptchaPasses } from './database/captchaPasses.ts'
import { sweepFlows } from './database/externalFlows.ts'
import { sweepArrivals } from './database/partnerArrivals.ts'
import { sweepProofs } from './database/partnerProofs.ts'
import { sweepSessions } from './database/sessions.ts'
import { sweepSteamNonces } from './database/steamNonces.ts'
import { resyncConnects } from './linking/resyncConnects.ts'
import type { Services } from './services.ts'

const hour = 3_600_000

/** Removes what nothing asks for any more: counters, passes, proofs and sessions that are over. */
export async function keepHouse({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await sweepAttempts(database.kysely, now)
  await sweepCaptchaPasses(database.kysely, after(now, -lifetimes.captchaPass))
  await sweepProofs(database.kysely, now)
  await sweepArrivals(database.kysely, now)
  await sweepFlows(database.kysely, now)
  await sweepSteamNonces(database.kysely, now)
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
