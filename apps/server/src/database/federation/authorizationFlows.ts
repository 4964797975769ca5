import { type Executor, ofDeployment, ofPlayer, type Row } from '../schema/executor.ts'

export type AuthorizationFlow = Row<'authorization_flows'>

/** The owner of a callback: the player in the session that started the flow, or the browser. */
type FlowOwner =
  | { readonly playerId: number; readonly family: string }
  | { readonly browserHash: Buffer }

interface FlowKey {
  readonly deployment: string
  readonly stateHash: Buffer
  /** The provider, or every provider that the callback may belong to. */
  readonly provider: string | readonly string[]
  /** What it was started for: the answer to a log-in links nothing, and the reverse. */
  readonly purpose: AuthorizationFlow['purpose'] | readonly AuthorizationFlow['purpose'][]
}

/**
 * Uses an open flow of this owner; it cannot be used again. Undefined for every other state, which
 * stays as it is.
 */
export function useAuthorizationFlow(
  executor: Executor,
  { deployment, stateHash, provider, purpose }: FlowKey,
  owner: FlowOwner,
  now: Date,
): Promise<AuthorizationFlow | undefined> {
  const open = executor
    .updateTable('authorization_flows')
    .set({ used_at: now })
    .$call(ofDeployment(deployment))
    .where('state_hash', '=', stateHash)
    .where('provider', 'in', [provider].flat())
    .where('purpose', 'in', [purpose].flat())
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
  const own =
    'playerId' in owner
      ? open.where('player_id', '=', owner.playerId).where('session_family', '=', owner.family)
      : open.where('browser_hash', '=', owner.browserHash)
  return own.executeTakeFirst()
}

/**
 * Uses the newest open flow to a provider that a player started in this session and this browser, for
 * a callback without a state. Undefined when there is none.
 */
export function useNewestAuthorizationFlow(
  executor: Executor,
  { deployment, provider, purpose }: Omit<FlowKey, 'stateHash'>,
  owner: { readonly playerId: number; readonly family: string; readonly browserHash: Buffer },
  now: Date,
): Promise<AuthorizationFlow | undefined> {
  return (
    executor
      .updateTable('authorization_flows')
      .set({ used_at: now })
      .$call(ofDeployment(deployment))
      .where('state_hash', '=', (eb) =>
        eb
          .selectFrom('authorization_flows as newest')
          .select('newest.state_hash')
          .where('newest.deployment', '=', deployment)
          .where('newest.player_id', '=', owner.playerId)
          .where('newest.session_family', '=', owner.family)
          .where('newest.browser_hash', '=', owner.browserHash)
          .where('newest.provider', 'in', [provider].flat())
          .where('newest.purpose', 'in', [purpose].flat())
          .where('newest.used_at', 'is', null)
          .where('newest.expires_at', '>', now)
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.state_hash')
          .limit(1),
      )
      // Again, because another callback may use the same flow at this moment.
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  )
}

/** True when a player has an open flow to a provider that this session started. */
export async function hasOpenAuthorizationFlow(
  executor: Executor,
  { deployment, provider, purpose }: Omit<FlowKey, 'stateHash'>,
  owner: Extract<FlowOwner, { readonly playerId: number }>,
  now: Date,
): Promise<boolean> {
  const row = await executor
    .selectFrom('authorization_flows')
    .select('created_at')
    .$call(ofPlayer(deployment, owner.playerId))
    .where('session_family', '=', owner.family)
    .where('provider', 'in', [provider].flat())
    .where('purpose', 'in', [purpose].flat())
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
