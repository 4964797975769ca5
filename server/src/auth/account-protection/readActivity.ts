import type { AnswerOf } from '@gatehouse/contract/calls'
import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import { type LedgerPage, readLedger } from '../../database/auth/readLedger.ts'
import { browserOfMark } from '../../platform/browserOf.ts'

/**
 * A page of what was done to a player's account, as the player reads it: without addresses of the
 * network, and without what was there before. `family` is the reader's session; null for none.
 */
export async function readActivity(
  executor: Executor,
  { deployment, id: playerId }: Pick<Player, 'deployment' | 'id'>,
  { limit, ...which }: LedgerPage,
  family: string | null,
): Promise<AnswerOf<'listActivity'>> {
  // One more shows whether there are more.
  const found = await readLedger(executor, deployment, playerId, { ...which, limit: limit + 1 })
  const entries = found.slice(0, limit)
  return {
    Entries: entries.map(({ id, at, act, actor, family: of, browser: mark, shown }) => {
      const { browser, system } = browserOfMark(mark)
      return {
        Id: id,
        At: at.toISOString(),
        Act: act,
        Actor: actor,
        Browser: browser,
        System: system,
        IsThis: family !== null && of === family,
        Shown: { ...shown },
      }
    }),
    Next: found.length > limit ? (entries.at(-1)?.id ?? null) : null,
  }
}
