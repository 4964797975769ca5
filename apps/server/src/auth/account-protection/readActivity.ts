import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import { type LedgerPage, readLedger } from '../../database/auth/ledger.ts'
import { after } from '../../platform/clock.ts'
import { browserOfMark } from '../../platform/browserOf.ts'
import { networkOf } from '../../platform/networkOf.ts'
import { type AuthCall, handler } from '../authServices.ts'

const page = 50
const day = 24 * 3600

/** Answers the acts on the caller's account, a page at a time, the newest first. */
export const listActivity = handler('listActivity', async (context) => {
  const { input, deployment, services, caller } = context
  const { query } = input
  const player = { deployment: deployment.name, id: caller.player_id }
  const which = { ...query, limit: page }
  const undoableSince = after(services.clock.now(), -deployment.rewind.days * day)
  const { found, next } = await readActivity(services.database.kysely, player, which)
  return {
    Entries: found.map((row) => ({
      ...withPlace(context, row),
      MayDoubt: row.actor !== 'operator' && row.family !== caller.family && row.at > undoableSince,
    })),
    Next: next,
  }
})

type Whence = Pick<AuthCall, 'services' | 'clientContext'>

/** An entry of the ledger as its player reads it, with where it came from. */
export function withPlace({ services, clientContext }: Whence, row: ActivityRow) {
  const { ip } = row
  return {
    ...entryOf(row),
    Place: ip === null ? '' : services.places.placeOf(ip, clientContext.language),
    Network: networkOf(ip),
  }
}

type ActivityRow = Awaited<ReturnType<typeof readLedger>>[number]

/** The same, without where it came from. */
export function entryOf({ id, at, act, actor, browser: mark, shown }: ActivityRow) {
  const { browser, system } = browserOfMark(mark)
  return {
    Id: id,
    At: at.toISOString(),
    Act: act,
    Actor: actor,
    Browser: browser,
    System: system,
    Shown: { ...shown },
  }
}

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
    found,
    next: all.length > limit ? (found.at(-1)?.id ?? null) : null,
  }
}
