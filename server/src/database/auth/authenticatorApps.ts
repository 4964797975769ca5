import type { Executor } from '../schema/executor.ts'
import { ofDeployment, ofPlayer } from '../schema/ofPlayer.ts'

/** The apps that may answer for a player. */
export function listApps(executor: Executor, deployment: string, playerId: number) {
  return executor
    .selectFrom('authenticator_apps')
    .select(['id', 'name', 'secret_sealed', 'last_step', 'confirmed_at', 'last_used_at'])
    .$call(ofPlayer(deployment, playerId))
    .where('confirmed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

interface AppOf {
  readonly deployment: string
  readonly playerId: number
  readonly id: number
}

interface NewApp extends Omit<AppOf, 'id'> {
  readonly secretSealed: string
  /** The session that adds it. */
  readonly family: string
}

/** Begins to add an app; what the player began before and did not finish is forgotten. */
export async function insertApp(
  transaction: Executor,
  { deployment, playerId, secretSealed, family }: NewApp,
  now: Date,
): Promise<number> {
  await transaction
    .deleteFrom('authenticator_apps')
    .$call(ofPlayer(deployment, playerId))
    .where('confirmed_at', 'is', null)
    .execute()
  const { id } = await transaction
    .insertInto('authenticator_apps')
    .values({
      deployment,
      player_id: playerId,
      secret_sealed: secretSealed,
      last_step: null,
      name: '',
      session_family: family,
      created_at: now,
      confirmed_at: null,
      last_used_at: null,
      removed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The sealed secret of an app that a session began to add after a moment; undefined for any other. */
export async function findPendingApp(
  executor: Executor,
  { deployment, playerId, id }: AppOf,
  family: string,
  since: Date,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('authenticator_apps')
    .select('secret_sealed')
    .$call(ofPlayer(deployment, playerId))
    .where('id', '=', id)
    .where('session_family', '=', family)
    .where('confirmed_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row?.secret_sealed
}

/** Makes a pending app one that may answer; its first code is used. False where it is pending no more. */
export async function confirmApp(
  transaction: Executor,
  { deployment, playerId, id }: AppOf,
  { name, step }: { readonly name: string; readonly step: number },
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .updateTable('authenticator_apps')
    .set({ name, last_step: step, confirmed_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Spends the code of a time step: it serves once, and so do those before it. */
export async function useAppStep(
  transaction: Executor,
  { deployment, playerId, id }: AppOf,
  step: number,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where((eb) => eb('last_step', 'is', null).or('last_step', '<', step))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes an app; returns its name, undefined where the player has none with this id. */
export async function removeApp(
  transaction: Executor,
  { deployment, playerId, id }: AppOf,
  now: Date,
): Promise<string | undefined> {
  const row = await transaction
    .updateTable('authenticator_apps')
    .set({ removed_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export interface SealedApp extends AppOf {
  readonly sealed: string
}

/** The sealed secrets of a deployment behind one of them, in their order; those of removed apps too. */
export async function listSealedApps(
  executor: Executor,
  deployment: string,
  after: Pick<AppOf, 'playerId' | 'id'>,
  limit: number,
): Promise<readonly SealedApp[]> {
  const rows = await executor
    .selectFrom('authenticator_apps')
    .select(['player_id', 'id', 'secret_sealed'])
    .$call(ofDeployment(deployment))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('player_id', 'id'), '>', tuple(after.playerId, after.id)),
    )
    .orderBy('player_id')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ player_id: playerId, id, secret_sealed: sealed }) => ({
    deployment,
    playerId,
    id,
    sealed,
  }))
}

/** Seals the secret of an app again; nothing where it has changed since it was read. */
export async function replaceSealed(
  executor: Executor,
  { deployment, playerId, id, sealed }: SealedApp,
  next: string,
): Promise<void> {
  await executor
    .updateTable('authenticator_apps')
    .set({ secret_sealed: next })
    .$call(ofPlayer(deployment, playerId))
    .where('id', '=', id)
    .where('secret_sealed', '=', sealed)
    .execute()
}
