import { playerSubject } from '../../src/auth/rate-limits/guesses.ts'
import { inTransaction } from '../../src/database/transactions/inTransaction.ts'
import type { Services } from '../../src/services.ts'
import type { Deployment } from '../../src/deployments/deployments.ts'
import { samplePasswordOf } from '../seed.ts'
import { crowdOf } from './crowdOf.ts'
import { insertCrowd, listNewcomers } from './insertCrowd.ts'

/** Gives a deployment a crowd, unless it has it; answers how many players are new. */
export async function moveIn(
  services: Pick<Services, 'clock' | 'database' | 'passwords' | 'rateLimiter'>,
  at: Deployment,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<number> {
  const { clock, database, passwords, rateLimiter } = services
  const crowd = crowdOf(seed, count)
  const passwordHash = await passwords.hash(samplePasswordOf(at))
  const town = { at, now: clock.now(), passwordHash }
  const { newcomers, ids } = await inTransaction(database.kysely, async (transaction) => {
    const newcomers = await listNewcomers(transaction, town, crowd)
    const ids = newcomers.length === 0 ? [] : await insertCrowd(transaction, town, newcomers)
    return { newcomers, ids }
  })
  // Behind the commit: a count is a statement apart, as it is at a log-in.
  for (const [index, { wrongPasswords }] of newcomers.entries()) {
    for (let wrong = 0; wrong < wrongPasswords; wrong += 1) {
      await rateLimiter.consume(at, 'wrongPasswords', playerSubject(ids[index] ?? 0))
    }
  }
  return newcomers.length
}
