import type { Executor } from '../schema/executor.ts'
import { ofPlayer } from '../schema/ofPlayer.ts'

/** Ends the log-ins of a player that wait for their second step. */
export async function endSecondSteps(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('second_steps')
    .set({ used_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Ends the trust of a player in browsers: each is asked for the second step again, but the one whose
 * secret has the hash `kept`.
 */
export async function endTrust(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
  kept: Buffer | null = null,
): Promise<void> {
  await transaction
    .updateTable('trusted_browsers')
    .set({ revoked_at: now })
    .$call(ofPlayer(deployment, playerId))
    .$if(kept !== null, (query) => query.where('token_hash', '!=', kept as Buffer))
    .where('revoked_at', 'is', null)
    .execute()
}

/** Voids the open links of a player to the safety of the account. */
export async function supersedeSafetyLinks(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('safety_links')
    .set({ superseded_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute()
}
