import { liftBan } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Database } from '../../database/connection/openDatabase.ts'
import { refuse } from '../../platform/apiError.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Deployment } from '../../tenants/deployments.ts'

interface Context {
  readonly deployment: Deployment
  readonly services: { readonly database: Database; readonly clock: Clock }
}

type Bannable = Pick<Player, 'id' | 'banned_at' | 'banned_until' | 'ban_reason'>

/**
 * Returns whether a player is banned now. A ban whose end has come is lifted, so that everything else
 * finds a player without one.
 */
export async function isBanned(
  { deployment, services }: Context,
  { id, banned_at, banned_until }: Bannable,
): Promise<boolean> {
  if (banned_at === null) return false
  const now = services.clock.now()
  if (banned_until === null || banned_until > now) return true
  return !(await liftBan(services.database.kysely, deployment.name, id, now))
}

/** Refuses a banned player, with the public reason and the end of the ban where it has them. */
export async function refuseBanned(context: Context, player: Bannable): Promise<void> {
  if (!(await isBanned(context, player))) return
  const { ban_reason: Reason, banned_until: until } = player
  const isExplained = Reason !== null || until !== null
  const ban = { Reason, Until: until?.toISOString() ?? null }
  throw refuse('ERROR_USER_BANNED', isExplained ? { ban } : {})
}
