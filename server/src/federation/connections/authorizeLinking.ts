import type { CanonicalName } from '@gatehouse/contract/entities'
import { findById } from '../../database/accounts/players.ts'
import { refuse } from '../../platform/apiError.ts'
import type { LinkingContext } from './linkAccount.ts'
import { type LinkMethod, linkMethodOf } from './linkMethod.ts'

/**
 * How the caller may link an account of a service. Refuses a service that the deployment hides or is
 * not set up for, and players whose address is not confirmed.
 */
export async function authorizeLinking(
  { deployment, services, caller }: LinkingContext,
  service: CanonicalName,
): Promise<LinkMethod> {
  const way = linkMethodOf(deployment, service)
  if (way === null) throw refuse('ERROR_NOT_ALLOWED')
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, caller.player_id)
  if (player?.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  return way
}
