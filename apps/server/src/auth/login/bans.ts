import { liftBan } from '../../database/accounts/credentials.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Player } from '../../database/accounts/players.ts'
import { refuse } from '../../platform/apiError.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthServices } from '../authServices.ts'

interface Context {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'clock' | 'database' | 'events'>
}

type Bannable = Pick<Player, 'id' | 'banned_at' | 'banned_until' | 'ban_reason'>

/** Returns whether a player is banned now. A ban whose end has come is lifted. */
export async function isBanned(
  { deployment, services }: Context,
  { id, banned_at, banned_until }: Bannable,
): Promise<boolean> {
  if (banned_at === null) return false
  const now = services.clock.now()
  if (banned_until === null || banned_until > now) return true
  return !(await endBan(services, deployment, id, now))
}

/** Lifts the ban of a player if its end has come, and notifies clients; returns whether it did. */
export function endBan(
  { database, events }: Pick<AuthServices, 'database' | 'events'>,
  deployment: Deployment,
  playerId: number,
  now: Date,
): Promise<boolean> {
  return inTransaction(database.kysely, async (transaction) => {
    const isLifted = await liftBan(transaction, deployment.name, playerId, now)
    if (isLifted) {
      await events.publish(transaction, deployment, { type: 'account.unbanned', playerId })
    }
    return isLifted
  })
}

/** Refuses a banned player, with the public reason and the end of the ban where it has them. */
export async function refuseBanned(context: Context, player: Bannable): Promise<void> {
  if (!(await isBanned(context, player))) return
  const { ban_reason: Reason, banned_until: until } = player
  const isExplained = Reason !== null || until !== null
  const ban = { Reason, Until: until?.toISOString() ?? null }
  throw refuse('ERROR_USER_BANNED', isExplained ? { ban } : {})
}
