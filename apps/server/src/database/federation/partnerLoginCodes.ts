import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { type Executor, hasRow, ofPlayer } from '../schema/executor.ts'

/** True when a player has a code, used or not. */
export function hasPartnerLoginCode(
  executor: Executor,
  deployment: string,
  { playerId, hash }: SecretLookup,
): Promise<boolean> {
  const key = { deployment, player_id: playerId, code_hash: hash }
  return hasRow(executor, 'partner_login_codes', key)
}

/** Uses a code; it cannot be used again. Undefined for every other code, which stays as it is. */
export function usePartnerLoginCode(
  executor: Executor,
  deployment: string,
  code: SecretLookup,
  browserHash: Buffer,
  now: Date,
) {
  return executor
    .updateTable('partner_login_codes')
    .set({ used_at: now })
    .$call(ofPlayer(deployment, code.playerId))
    .where('code_hash', '=', code.hash)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('client_id')
    .executeTakeFirst()
}
