import type { passkey, passkeySignal } from '@gatehouse/contract/calls/passkeys'
import type * as z from 'zod'
import type { Player } from '../../database/accounts/players.ts'
import { listPasskeysOf, type PasskeyFound, userHandleOf } from '../../database/auth/passkeys.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Deployment } from '../../tenants/deployments.ts'

type Signal = z.output<typeof passkeySignal>

/** A passkey as its player sees it. */
export function passkeyOf({
  id,
  name,
  created_at,
  last_used_at,
  is_backed_up,
}: PasskeyFound): z.output<typeof passkey> {
  return {
    Id: id,
    Name: name,
    AddedAt: created_at.toISOString(),
    LastUsedAt: last_used_at?.toISOString() ?? null,
    IsSynced: is_backed_up,
  }
}

/** What browsers tell the authenticators of a player; null before the first passkey. */
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
