import type { Executor } from '../../../database/schema/executor.ts'

/** Uses up a nonce of Steam; false for a used one. The key of the table decides between servers. */
export async function useSteamNonce(
  executor: Executor,
  deployment: string,
  nonceHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const row = await executor
    .insertInto('steam_nonces')
    .values({ deployment, nonce_hash: nonceHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return row !== undefined
}
