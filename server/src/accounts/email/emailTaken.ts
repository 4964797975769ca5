import { isKeptForUndo } from '../../database/accounts/emailChanges.ts'
import { findByEmail } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AccountServices } from '../services/accountServices.ts'

/**
 * Returns whether an address is taken: an account has it, or gave it up so lately that the change
 * may still be undone. A player's own former address is free for that player (`playerId`).
 */
export async function isEmailTaken(
  { database, clock }: Pick<AccountServices, 'database' | 'clock'>,
  deployment: Deployment,
  email: string,
  playerId: number | null,
): Promise<boolean> {
  const { kysely } = database
  const owner = await findByEmail(kysely, deployment.name, email)
  if (owner) return true
  return isKeptForUndo(kysely, deployment.name, email, playerId, clock.now())
}
