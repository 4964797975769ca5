import { sql } from 'kysely'
import { type Executor, ofDeployment } from '../schema/executor.ts'

/** Where an artifact lies: its deployment, its model, the hash of its id. */
export interface ArtifactKey {
  readonly deployment: string
  readonly model: string
  readonly idHash: Buffer
}

export interface Artifact {
  readonly payload: object
  readonly grantId: string | null
  readonly sessionFamily: string | null
  readonly playerId: number | null
  readonly expiresAt: Date
}

export interface ArtifactFound {
  readonly payload: Record<string, unknown>
  readonly consumed_at: Date | null
}

/**
 * Saves an artifact. Two requests may save one session at once: its clients are merged, because the
 * later request alone would void the tokens of the other one.
 */
export async function keepArtifact(
  executor: Executor,
  { deployment, model, idHash }: ArtifactKey,
  { payload, grantId, sessionFamily, playerId, expiresAt }: Artifact,
): Promise<void> {
  await sql`insert into oidc_artifacts as kept (deployment, model, id_hash, payload, grant_id,
      session_family, player_id, expires_at)
    values (${deployment}, ${model}, ${idHash}, ${JSON.stringify(payload)}::jsonb, ${grantId},
      ${sessionFamily}, ${playerId}, ${expiresAt})
    on conflict (deployment, model, id_hash) do update set
      payload = case when kept.model = 'Session' and kept.payload ? 'authorizations'
        then jsonb_set(excluded.payload, '{authorizations}', (kept.payload -> 'authorizations')
          || coalesce(excluded.payload -> 'authorizations', '{}'::jsonb))
        else excluded.payload end,
      grant_id = excluded.grant_id, session_family = excluded.session_family,
      player_id = excluded.player_id, expires_at = excluded.expires_at`.execute(executor)
}

/** The artifacts of a model that have not expired. */
function living(executor: Executor, deployment: string, model: string, now: Date) {
  return executor
    .selectFrom('oidc_artifacts')
    .select(['payload', 'consumed_at'])
    .$call(ofDeployment(deployment))
    .where('model', '=', model)
    .where('expires_at', '>', now)
    .$castTo<ArtifactFound>()
}

export function findArtifact(
  executor: Executor,
  { deployment, model, idHash }: ArtifactKey,
  now: Date,
) {
  return living(executor, deployment, model, now).where('id_hash', '=', idHash).executeTakeFirst()
}

/** What all artifacts of a model hold. */
export async function listArtifacts(
  executor: Executor,
  { deployment, model }: Pick<ArtifactKey, 'deployment' | 'model'>,
  now: Date,
): Promise<unknown[]> {
  const found = await living(executor, deployment, model, now).execute()
  return found.map(({ payload }) => payload)
}

/** The provider's session of one of our session families. */
export function findSessionArtifact(
  executor: Executor,
  deployment: string,
  family: string,
  now: Date,
) {
  return living(executor, deployment, 'Session', now)
    .where('session_family', '=', family)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Consumes an artifact; false when another request was faster, unless that was not before
 * `repeatedSince`.
 */
export async function consumeArtifact(
  executor: Executor,
  { deployment, model, idHash }: ArtifactKey,
  now: Date,
  repeatedSince: Date | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update oidc_artifacts
    set consumed_at = coalesce(consumed_at, ${now})
    where deployment = ${deployment} and model = ${model} and id_hash = ${idHash}
      and (consumed_at is null or consumed_at >= ${repeatedSince}::timestamptz)`.execute(executor)
  return numAffectedRows === 1n
}

/** Notes that something was shown; false when it was already, and is still remembered. */
export async function keepOnce(
  executor: Executor,
  { deployment, model, idHash }: ArtifactKey,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into oidc_artifacts as kept (deployment, model,
      id_hash, payload, expires_at)
    values (${deployment}, ${model}, ${idHash}, '{}'::jsonb, ${expiresAt})
    on conflict (deployment, model, id_hash) do update set expires_at = excluded.expires_at
    where kept.expires_at <= ${now}`.execute(executor)
  return numAffectedRows === 1n
}

/** Deletes one, or all that a model has of a grant, and answers what they held. */
export async function deleteArtifacts(
  executor: Executor,
  { deployment, model }: Pick<ArtifactKey, 'deployment' | 'model'>,
  by: { readonly id_hash: Buffer } | { readonly grant_id: string },
): Promise<unknown[]> {
  const deleted = await executor
    .deleteFrom('oidc_artifacts')
    .$call(ofDeployment(deployment))
    .where('model', '=', model)
    .where((eb) => eb.and(by))
    .returning('payload')
    .execute()
  return deleted.map(({ payload }) => payload)
}

/**
 * Deletes the grants, codes and tokens that clients hold of a player. Those of the kept session
 * family stay; a grant belongs to the session that names it.
 */
export async function deleteArtifactsOfPlayer(
  transaction: Executor,
  deployment: string,
  playerId: number,
  keptFamily: string | null,
): Promise<void> {
  // No family has this name.
  const kept = keptFamily ?? 'none'
  const grants = keptFamily === null ? [] : await grantsOf(transaction, deployment, keptFamily)
  await sql`delete from oidc_artifacts
    where deployment = ${deployment} and player_id = ${playerId}
      and coalesce(session_family, '') <> ${kept}
      and coalesce(payload ->> 'sessionUid', '') <> ${kept}
      and not (model = 'Grant' and coalesce(payload ->> 'jti', '') = any(${grants}::text[]))`.execute(
    transaction,
  )
}

/** The ids of the grants that the provider's session of a family names. */
async function grantsOf(executor: Executor, deployment: string, family: string): Promise<string[]> {
  const { rows } = await sql<{ readonly id: string }>`select client.value ->> 'grantId' as id
    from oidc_artifacts, jsonb_each(coalesce(payload -> 'authorizations', '{}'::jsonb)) client
    where deployment = ${deployment} and model = 'Session' and session_family = ${family}
      and client.value ->> 'grantId' is not null`.execute(executor)
  return rows.map(({ id }) => id)
}
