import { crowdActs } from '@gatehouse/contract/acts/databaseActs'
import { playerSubject } from '../auth/rate-limits/guesses.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { samplePasswordOf } from '../tenants/seed.ts'
import { type CrowdPlayer, crowdOf } from './crowd/crowdOf.ts'
import { listNewcomers, moveIn } from './crowd/moveIn.ts'
import { ActRefusedError } from './orders/actRefusedError.ts'
import type { ActServices, Note } from './orders/actTypes.ts'
import { deploymentNamed, perform } from './orders/perform.ts'

export const crowdPerformers = perform(crowdActs, {
  seed: async ({ services, note }, { deployment, number, seed }) => {
    if (services.settings.NODE_ENV === 'production') {
      throw new ActRefusedError(
        'The players of a crowd share a password that is public: production has none.',
      )
    }
    const places =
      deployment === undefined
        ? services.deployments.all.filter(({ configuration }) => configuration.IsProd)
        : [deploymentNamed(services, deployment)]
    const crowd = crowdOf(seed, number)
    const added: Record<string, number> = {}
    for (const at of places.filter(({ rules }) => rules.signIn !== 'by-partner')) {
      added[at.name] = await addCrowd(services, at, crowd, note)
    }
    if (Object.keys(added).length === 0) {
      throw new ActRefusedError('Players log in by a partner there: a crowd has no passwords.')
    }
    const lines = Object.entries(added).map(([name, count]) =>
      count === 0 ? `${name} has this crowd already.` : `${name} has ${count} more players.`,
    )
    return { data: { added }, message: lines.join('\n') }
  },
})

/** Gives a deployment the crowd, unless it has it; answers how many players are new. */
async function addCrowd(
  services: ActServices,
  at: Deployment,
  crowd: readonly CrowdPlayer[],
  note: Note,
): Promise<number> {
  const { clock, database, passwords, rateLimiter } = services
  const passwordHash = await passwords.hash(samplePasswordOf(at))
  const town = { at, now: clock.now(), passwordHash }
  const { newcomers, ids } = await inTransaction(database.kysely, async (transaction) => {
    const newcomers = await listNewcomers(transaction, town, crowd)
    if (newcomers.length === 0) return { newcomers, ids: [] }
    const ids = await moveIn(transaction, town, newcomers)
    const details = { deployment: at.name, count: ids.length }
    await note(transaction, { subject: 'crowd', details })
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
