import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import { type LedgerPage, readLedger } from '../../database/auth/ledger.ts'
import { browserOfMark } from '../../platform/browserOf.ts'
import { networkOf } from '../../platform/networkOf.ts'
import { handler } from '../authServices.ts'

const page = 50

/** Answers the acts on the caller's account, a page at a time, the newest first. */
export const listActivity = handler(
  'listActivity',
  async ({ input: { query }, deployment, services, caller, clientContext }) => {
    const player = { deployment: deployment.name, id: caller.player_id }
    const which = { ...query, limit: page }
    const { found, next } = await readActivity(services.database.kysely, player, which)
    return {
      Entries: found.map(({ ip, family, ...entry }) => ({
        ...entry,
        Place: ip === null ? '' : services.places.placeOf(ip, clientContext.language),
        Network: networkOf(ip),
        IsThis: family === caller.family,
      })),
      Next: next,
    }
  },
)

/** A page of a player's ledger, without earlier values. */
export async function readActivity(
  executor: Executor,
  { deployment, id: playerId }: Pick<Player, 'deployment' | 'id'>,
  { limit, ...which }: LedgerPage,
) {
  // One more shows whether there are more.
  const all = await readLedger(executor, deployment, playerId, { ...which, limit: limit + 1 })
  const found = all.slice(0, limit)
  return {
    found: found.map(({ id, at, act, actor, family, browser: mark, ip, shown }) => {
      const { browser, system } = browserOfMark(mark)
      return {
        Id: id,
        At: at.toISOString(),
        Act: act,
        Actor: actor,
        Browser: browser,
        System: system,
        Shown: { ...shown },
        ip,
        family,
      }
    }),
    next: all.length > limit ? (found.at(-1)?.id ?? null) : null,
  }
}
