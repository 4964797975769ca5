import { isKeptForUndo } from '../../database/accounts/emailChanges.ts'
import { isEmailConfirmed } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AccountServices } from '../services/accountServices.ts'

/**
 * Returns whether an address is taken: an account has confirmed it, or gave it up so lately that the
 * change may still be undone. A player's own former address is free for that player (`playerId`). A
 * registration that nobody has confirmed takes no address: anybody can type one.
 */
export async function isEmailTaken(
  { database, clock }: Pick<AccountServices, 'database' | 'clock'>,
  deployment: Deployment,
  email: string,
  playerId: number | null,
): Promise<boolean> {
  const { kysely } = database
  if (await isEmailConfirmed(kysely, deployment.name, email)) return true
  return isKeptForUndo(kysely, deployment.name, email, playerId, clock.now())
}
