import type { Executor } from '../schema/executor.ts'
import { ofPlayer } from '../schema/ofPlayer.ts'

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
  const row = await executor
    .selectFrom('client_consents')
    .select('scopes')
    .$call(ofPlayer(deployment, playerId))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.scopes ?? []
}

/** Adds scopes to a player's consent for a client. */
export async function addConsent(
  executor: Executor,
  consent: Consent & { readonly scopes: readonly string[] },
  now: Date,
): Promise<void> {
  const known = await consentedScopes(executor, consent)
  const scopes = [...new Set([...known, ...consent.scopes])]
  await executor
    .insertInto('client_consents')
    .values({
      deployment: consent.deployment,
      player_id: consent.playerId,
      client_id: consent.clientId,
      scopes,
      given_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['deployment', 'player_id', 'client_id'])
        .doUpdateSet({ scopes, given_at: now }),
    )
    .execute()
}

export interface ClientConsent {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly givenAt: Date
}

/** Every consent of a player for a client, the newest first. */
export async function consentsOf(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<readonly ClientConsent[]> {
  return executor
    .selectFrom('client_consents')
    .select(['client_id as clientId', 'scopes', 'given_at as givenAt'])
    .$call(ofPlayer(deployment, playerId))
    .orderBy('given_at', 'desc')
    .orderBy('client_id')
    .execute()
}

/** Deletes a player's consent for a client. */
export async function deleteConsent(
  executor: Executor,
  { deployment, playerId, clientId }: Consent,
): Promise<void> {
  await executor
    .deleteFrom('client_consents')
    .$call(ofPlayer(deployment, playerId))
    .where('client_id', '=', clientId)
    .execute()
}
