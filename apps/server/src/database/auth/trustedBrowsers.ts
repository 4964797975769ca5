import { type Executor, ofPlayer } from '../schema/executor.ts'

interface TrustOf {
  readonly deployment: string
  readonly playerId: number
  readonly tokenHash: Buffer
}

/** A browser that a player trusts now. */
export type TrustFound = Awaited<ReturnType<typeof listTrust>>[number]

/**
 * Uses the trust in a browser for a log-in, whose note is what its device is known by from now on; false
 * where the trust has ended, or never was.
 */
export async function useTrust(
  executor: Executor,
  { deployment, playerId, tokenHash }: TrustOf,
  browserHash: Buffer | null,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('trusted_browsers')
    .set({ last_used_at: now, browser_hash: browserHash })
    .$call(ofPlayer(deployment, playerId))
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The browsers that a player trusts now, the newest first. */
export function listTrust(executor: Executor, deployment: string, playerId: number, now: Date) {
  return executor
    .selectFrom('trusted_browsers')
    .select(['id', 'token_hash', 'browser_hash', 'browser', 'expires_at'])
    .$call(ofPlayer(deployment, playerId))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

/** Ends the trust in one browser, or in all; returns in how many. */
export async function revokeTrust(
  transaction: Executor,
  deployment: string,
  playerId: number,
  id: number | 'all',
  now: Date,
): Promise<number> {
  const rows = await transaction
    .updateTable('trusted_browsers')
    .set({ revoked_at: now })
    .$call(ofPlayer(deployment, playerId))
    .$if(id !== 'all', (query) => query.where('id', '=', id as number))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute()
  return rows.length
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
