import type { passkey, passkeySignal } from '@gatehouse/contract/calls/passkeys'
import type * as z from 'zod'
import type { Player } from '../../database/accounts/players.ts'
import { listPasskeysOf, type PasskeyFound, userHandleOf } from '../../database/auth/passkeys.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Deployment } from '../../deployments/deployments.ts'

type Signal = z.output<typeof passkeySignal>

/** A passkey as its player sees it. */
export function passkeyOf(found: PasskeyFound): z.output<typeof passkey> {
  return {
    Id: found.id,
    Name: found.name,
    AddedAt: found.created_at.toISOString(),
    LastUsedAt: found.last_used_at?.toISOString() ?? null,
    IsSynced: found.is_backed_up,
  }
}

/** The passkeys that work, for the player's authenticators; null before the first one. */
export async function signalOf(
  executor: Executor,
  deployment: Deployment,
  { id, username }: Pick<Player, 'id' | 'username'>,
): Promise<Signal | null> {
  const handle = await userHandleOf(executor, deployment.name, id)
  if (handle === null) return null
  const accepted = await listPasskeysOf(executor, deployment.name, id)
  return signal(deployment, handle, username, accepted)
}

export function signal(
  { rpId }: Pick<Deployment, 'rpId'>,
  handle: Buffer,
  username: string,
  accepted: readonly Pick<PasskeyFound, 'credential_id'>[],
): Signal {
  return {
    RpId: rpId,
    UserHandle: handle.toString('base64url'),
    AcceptedIds: accepted.map(({ credential_id }) =>
      Buffer.from(credential_id).toString('base64url'),
    ),
    Name: username,
  }
}
