import type { LedgerAct, LedgerActor, ShownByAct } from '@gatehouse/contract/activity'
import { browserMarkOf } from '../../platform/browserOf.ts'
import type { Executor } from '../connection/openDatabase.ts'

/** Where an act came from: the sender of the request. */
export interface LedgerVisitor {
  readonly ip: string
  readonly userAgent: string
}

/** Whose ledger, by whom, when and from where; and what was done, with what the player reads of it. */
export type LedgerEntry = {
  readonly deployment: string
  readonly playerId: number
  readonly at: Date
  readonly actor: LedgerActor
  /** Null for what no request did, and for operators. */
  readonly visitor: LedgerVisitor | null
  /** The session in which it was done. */
  readonly family?: string | null
  /** What was there before, sealed under the server's key for the ledger. */
  readonly before?: string
} & { [A in LedgerAct]: { readonly act: A; readonly shown: ShownByAct[A] } }[LedgerAct]

/**
 * Writes an act into its player's ledger, in the transaction of the act. Log-ins are written with
 * their session: see `insertSession`.
 */
export async function writeLedger(transaction: Executor, entry: LedgerEntry): Promise<void> {
  const { deployment, playerId, at, act, actor, visitor, family = null, before = null } = entry
  await transaction
    .insertInto('account_ledger')
    .values({
      deployment,
      player_id: playerId,
      at,
      act,
      actor,
      family,
      browser: visitor === null ? '' : browserMarkOf(visitor.userAgent),
      ip: visitor?.ip ?? null,
      user_agent: visitor?.userAgent ?? null,
      shown: JSON.stringify(entry.shown),
      before_sealed: before,
    })
    .execute()
}
