import type { CanonicalName } from '@gatehouse/contract/entities'
import { findById } from '../../database/accounts/players.ts'
import { refuse } from '../../platform/apiError.ts'
import type { LinkingContext } from './linkAccount.ts'
import { type LinkMethod, linkMethodOf } from './linkMethod.ts'

/**
 * Answers the method by which the caller may link an account of a service. Refuses a service that the
 * deployment has no credentials for, and players whose address is not confirmed.
 */
export async function authorizeLinking(
  { deployment, services, caller }: LinkingContext,
  service: CanonicalName,
): Promise<LinkMethod> {
  const method = linkMethodOf(deployment, service)
  if (method === null) throw refuse('ERROR_NOT_ALLOWED')
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, caller.player_id)
  if (player?.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  return method
}
