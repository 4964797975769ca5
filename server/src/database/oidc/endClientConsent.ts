import { deleteArtifactsOfClient } from './oidcArtifacts.ts'
import type { Executor } from '../schema/executor.ts'
import { deleteConsent } from './clientConsents.ts'
import { endClientSessions } from './clientSessions.ts'

/** Withdraws a player's consent for a client and revokes the client's grants, codes and tokens. */
export async function endClientConsent(
  transaction: Executor,
  consent: { readonly deployment: string; readonly playerId: number; readonly clientId: string },
  now: Date,
): Promise<void> {
  const { deployment, playerId, clientId } = consent
  await deleteConsent(transaction, consent)
  await deleteArtifactsOfClient(transaction, deployment, playerId, clientId)
  await endClientSessions(transaction, deployment, { playerId, clientId }, now)
}
