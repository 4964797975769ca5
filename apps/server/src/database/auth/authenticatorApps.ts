import {
  changeRows,
  deleteRows,
  type Executor,
  type NewRow,
  ofDeployment,
  ofPlayer,
} from '../schema/executor.ts'

/** The apps that may answer for a player; those of some ids, removed ones too, where it names them. */
export function listApps(
  executor: Executor,
  deployment: string,
  playerId: number,
  among?: readonly number[],
) {
  return executor
    .selectFrom('authenticator_apps')
    .select(['id', 'name', 'secret_sealed', 'last_step', 'confirmed_at', 'last_used_at'])
    .$call(ofPlayer(deployment, playerId))
    .where('confirmed_at', 'is not', null)
    .where((eb) => (among ? eb('id', 'in', [0, ...among]) : eb('removed_at', 'is', null)))
    .orderBy('id')
    .execute()
}

/** Puts an app of a player back, or removes it. */
export async function setAppLiving(
  transaction: Executor,
  { deployment, playerId, id }: AppOf,
  isLiving: boolean,
  now: Date,
): Promise<void> {
  const one = { deployment, player_id: playerId, id }
  await changeRows(transaction, 'authenticator_apps', one, { removed_at: isLiving ? null : now })
}

interface AppOf {
  readonly deployment: string
  readonly playerId: number
  readonly id: number
}

/** Begins to add an app, and deletes an unfinished earlier one. */
export async function insertApp(
  transaction: Executor,
  app: NewRow<'authenticator_apps'>,
): Promise<number> {
  const { deployment, player_id } = app
  const pending = { deployment, player_id, confirmed_at: null }
  await deleteRows(transaction, 'authenticator_apps', pending)
  const { id } = await transaction
    .insertInto('authenticator_apps')
    .values(app)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The sealed secret of an app that a session began to add after a moment; undefined for any other.
 */
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

/**
 * Makes a pending app one that may answer; its first code is used. False if it is no longer
 * pending.
 */
export function confirmApp(
  transaction: Executor,
  { deployment, playerId, id }: AppOf,
  { name, step }: { readonly name: string; readonly step: number },
  now: Date,
): Promise<boolean> {
  const pending = { deployment, player_id: playerId, id, confirmed_at: null }
  const changes = { name, last_step: step, confirmed_at: now }
  return changeRows(transaction, 'authenticator_apps', pending, changes)
}

/**
 * Spends the code of a time step: it serves once, and so do those before it. Of a removed app only where it
 * need not be living.
 */
export async function useAppStep(
  transaction: Executor,
  { deployment, playerId, id }: AppOf,
  step: number,
  { now, isLiving = true }: { readonly now: Date; readonly isLiving?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('id', '=', id)
    .$if(isLiving, (query) => query.where('removed_at', 'is', null))
    .where((eb) => eb('last_step', 'is', null).or('last_step', '<', step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

/**
 * The sealed secrets of a deployment behind one of them, in their order; those of removed apps too.
 */
export function listSealedApps(
  executor: Executor,
  deployment: string,
  after: Pick<AppOf, 'playerId' | 'id'>,
  limit: number,
): Promise<readonly SealedApp[]> {
  return executor
    .selectFrom('authenticator_apps')
    .select(['deployment', 'player_id as playerId', 'id', 'secret_sealed as sealed'])
    .$call(ofDeployment(deployment))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('player_id', 'id'), '>', tuple(after.playerId, after.id)),
    )
    .orderBy('player_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Seals the secret of an app again; nothing where it has changed since it was read. */
export async function replaceSealed(
  executor: Executor,
  { deployment, playerId, id, sealed }: SealedApp,
  next: string,
): Promise<void> {
  const read = { deployment, player_id: playerId, id, secret_sealed: sealed }
  await changeRows(executor, 'authenticator_apps', read, { secret_sealed: next })
}
