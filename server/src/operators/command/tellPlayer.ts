import type { Player } from '../../database/accounts/players.ts'
import { type LedgerEntry, writeLedger } from '../../database/auth/ledger.ts'
import type { Executor } from '../../database/schema/executor.ts'

/** Shows the player, in the account's activity, what an operator did: as part of the act's transaction. */
export async function tellPlayer(
  transaction: Executor,
  { deployment, id: playerId }: Pick<Player, 'deployment' | 'id'>,
  done: Pick<LedgerEntry, 'act' | 'shown'>,
  at: Date,
): Promise<void> {
  const entry = { deployment, playerId, at, actor: 'operator', visitor: null, ...done }
  await writeLedger(transaction, entry as LedgerEntry)
}
