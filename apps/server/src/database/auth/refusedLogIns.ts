import { browserMarkOf } from '../../platform/browserOf.ts'
import { type Executor, insertOnce, ofPlayer } from '../schema/executor.ts'
import type { Requester } from './ledger.ts'

interface RefusedLogIn {
  readonly deployment: string
  readonly playerId: number
  /** The code of the refusal. */
  readonly reason: string
  readonly at: Date
  readonly requester: Requester
}

/** Milliseconds within which refusals with the same reason are one. */
const together = 600_000

/** Keeps why a log-in was refused, once for a reason and ten minutes. */
export async function keepRefusedLogIn(
  executor: Executor,
  { deployment, playerId, reason, at, requester: { ip, userAgent } }: RefusedLogIn,
): Promise<void> {
  const since = new Date(Math.floor(at.getTime() / together) * together)
  const browser = browserMarkOf(userAgent)
  const row = { deployment, player_id: playerId, reason, since, at, browser, ip }
  await insertOnce(executor, 'refused_log_ins', row)
}

/** The refused log-ins of a player, the newest first. */
export function listRefusedLogIns(
  executor: Executor,
  deployment: string,
  playerId: number,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  return executor
    .selectFrom('refused_log_ins')
    .select(['id', 'at', 'reason', 'browser', 'ip'])
    .$call(ofPlayer(deployment, playerId))
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
