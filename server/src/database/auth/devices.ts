import type { SignInMethod } from '@gatehouse/contract/activity'
import type { Executor } from '../schema/executor.ts'
import { ofPlayer } from '../schema/ofPlayer.ts'

/** The newest session of a family that still lives. */
export interface LivingFamily {
  readonly family: string
  readonly user_agent: string
  readonly client_id: string
  readonly seen_at: Date
  readonly partner: string | null
  readonly methods: readonly SignInMethod[]
  readonly browser_hash: Uint8Array | null
}

/** The families of a player that live, the one that was used last first; without those used before `idleSince`. */
export function listLivingFamilies(
  executor: Executor,
  deployment: string,
  playerId: number,
  idleSince: Date,
  now: Date,
): Promise<LivingFamily[]> {
  return executor
    .selectFrom('sessions')
    .select(['family', 'user_agent', 'client_id', 'seen_at', 'partner', 'methods', 'browser_hash'])
    .$call(ofPlayer(deployment, playerId))
    .where('revoked_at', 'is', null)
    .where('refreshed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
