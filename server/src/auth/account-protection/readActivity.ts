import type { AnswerOf } from '@gatehouse/contract/calls'
import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import { type LedgerPage, readLedger } from '../../database/auth/ledger.ts'
import { browserOfMark } from '../../platform/browserOf.ts'
import { handler } from '../authServices.ts'

const page = 50

/** Answers the acts on the caller's account, a page at a time, the newest first. */
export const listActivity = handler(
  'listActivity',
  ({ input: { query }, deployment, services, caller }) => {
    const player = { deployment: deployment.name, id: caller.player_id }
    const which = { ...query, limit: page }
    return readActivity(services.database.kysely, player, which, caller.family)
  },
)

/**
 * A page of a player's ledger, as the player reads it: without addresses of the network, and without
 * earlier values. `family` is the reader's session; null for none.
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
