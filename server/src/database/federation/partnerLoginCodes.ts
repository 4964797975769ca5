import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { ofPlayer } from '../schema/ofPlayer.ts'

/** Saves the code of an accepted registration, until its browser exchanges it for a session. */
export async function insertPartnerLoginCode(
  transaction: Executor,
  code: Omit<Tables['partner_login_codes'], 'used_at'>,
): Promise<void> {
  await transaction.insertInto('partner_login_codes').values(code).execute()
}

/** Ends the codes of a player that no browser has exchanged yet. */
export async function endPartnerLoginCodesOf(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('partner_login_codes')
    .set({ used_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('used_at', 'is', null)
    .execute()
}

/** True when a player has a code, used or not. */
export async function hasPartnerLoginCode(
  executor: Executor,
  deployment: string,
  code: { readonly playerId: number; readonly hash: Buffer },
): Promise<boolean> {
  const row = await executor
    .selectFrom('partner_login_codes')
    .select('player_id')
    .$call(ofPlayer(deployment, code.playerId))
    .where('code_hash', '=', code.hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a code; it cannot be used again. Undefined for every other code, which stays as it is. */
export function usePartnerLoginCode(
  executor: Executor,
  deployment: string,
  code: { readonly playerId: number; readonly hash: Buffer },
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
