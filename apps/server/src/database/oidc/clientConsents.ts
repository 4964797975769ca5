import { sql } from 'kysely'
import { deleteRows, type Executor, findRow, ofPlayer } from '../schema/executor.ts'
import { endClientSessions } from './clientSessions.ts'

interface Consent {
  readonly deployment: string
  readonly playerId: number
  readonly clientId: string
}

/** The scopes that a player has granted a client; empty without a consent. */
export async function consentedScopes(
  executor: Executor,
  { deployment, playerId, clientId }: Consent,
): Promise<readonly string[]> {
  const key = { deployment, player_id: playerId, client_id: clientId }
  const row = await findRow(executor, 'client_consents', ['scopes'], key)
  return row?.scopes ?? []
}

/** Adds scopes to a player's consent for a client. */
export async function addConsent(
  executor: Executor,
  consent: Consent & { readonly scopes: readonly string[] },
  now: Date,
): Promise<void> {
  const { deployment, playerId: player_id, clientId: client_id } = consent
  const known = await consentedScopes(executor, consent)
  const given = { scopes: [...new Set([...known, ...consent.scopes])], given_at: now }
  await executor
    .insertInto('client_consents')
    .values({ deployment, player_id, client_id, ...given })
    .onConflict((conflict) =>
      conflict.columns(['deployment', 'player_id', 'client_id']).doUpdateSet(given),
    )
    .execute()
}

/** Every consent of a player for a client, the newest first. */
export function consentsOf(executor: Executor, deployment: string, playerId: number) {
  return executor
    .selectFrom('client_consents')
    .select(['client_id as clientId', 'scopes', 'given_at as givenAt'])
    .$call(ofPlayer(deployment, playerId))
    .orderBy('given_at', 'desc')
    .orderBy('client_id')
    .execute()
}

/** Withdraws a player's consent for a client and revokes the client's grants, codes and tokens. */
export async function endClientConsent(
  transaction: Executor,
  { deployment, playerId, clientId }: Consent,
  now: Date,
): Promise<void> {
  const key = { deployment, player_id: playerId, client_id: clientId }
  await deleteRows(transaction, 'client_consents', key)
  await sql`delete from oidc_artifacts where deployment = ${deployment} and player_id = ${playerId}
    and payload ->> 'clientId' = ${clientId}`.execute(transaction)
  await endClientSessions(transaction, deployment, { playerId, clientId }, now)
}
