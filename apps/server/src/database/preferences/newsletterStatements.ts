import type { OptInList } from '@gatehouse/contract/entities'
import { sql } from 'kysely'
import { changeRows, type Executor, findRow, ofDeployment } from '../schema/executor.ts'

/** Opts a new player into the platform's own lists; answers their ids. */
export async function optIntoOwnLists(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into newsletter_opt_ins (deployment, player_id, list_id, is_opt_in, updated_at)
    select deployment, ${playerId}, id, true, ${now} from newsletter_lists
    where deployment = ${deployment} and is_own and is_active
    returning list_id as id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** The offered lists, with a player's choices. */
export async function listOptIns(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<OptInList[]> {
  const rows = await executor
    .selectFrom('newsletter_lists as list')
    .leftJoin('newsletter_opt_ins as choice', (join) =>
      join
        .onRef('choice.deployment', '=', 'list.deployment')
        .onRef('choice.list_id', '=', 'list.id')
        .on('choice.player_id', '=', playerId),
    )
    .select(['list.id', 'list.name', 'list.description', 'list.is_own', 'choice.is_opt_in'])
    .where('list.deployment', '=', deployment)
    .where('list.is_active', '=', true)
    .orderBy('list.id')
    .execute()
  return rows.map((row) => ({
    ListId: row.id,
    ListName: row.name,
    IsOptIn: row.is_opt_in ?? false,
    Description: row.description,
    ...(row.is_own ? { IsG2G: true as const } : {}),
  }))
}

/** Stores a player's choice of a list. */
export async function keepOptIn(
  transaction: Executor,
  deployment: string,
  choice: { readonly playerId: number; readonly listId: number; readonly isOptIn: boolean },
  now: Date,
): Promise<void> {
  const chosen = { is_opt_in: choice.isOptIn, updated_at: now }
  await transaction
    .insertInto('newsletter_opt_ins')
    .values({ deployment, player_id: choice.playerId, list_id: choice.listId, ...chosen })
    .onConflict((conflict) =>
      conflict.columns(['deployment', 'player_id', 'list_id']).doUpdateSet(chosen),
    )
    .execute()
}

/** Ends an opt-in, if there is one; answers whether there was. */
export function endOptIn(
  transaction: Executor,
  deployment: string,
  playerId: number,
  listId: number,
  now: Date,
): Promise<boolean> {
  const chosen = { deployment, player_id: playerId, list_id: listId, is_opt_in: true }
  return changeRows(transaction, 'newsletter_opt_ins', chosen, {
    is_opt_in: false,
    updated_at: now,
  })
}

/** The recipients of a list's mailings: confirmed players in good standing. */
function subscribersOf(executor: Executor, deployment: string, listId: number, afterId: number) {
  return executor
    .selectFrom('newsletter_opt_ins as choice')
    .innerJoin('players', (join) =>
      join
        .onRef('players.deployment', '=', 'choice.deployment')
        .onRef('players.id', '=', 'choice.player_id'),
    )
    .where('choice.deployment', '=', deployment)
    .where('choice.list_id', '=', listId)
    .where('choice.is_opt_in', '=', true)
    .where('choice.player_id', '>', afterId)
    .where('players.confirmed_at', 'is not', null)
    .where('players.banned_at', 'is', null)
    .where('players.deleted_at', 'is', null)
    .where('players.mail_refused_at', 'is', null)
}

/** The recipients of a list's mailings, by id after `afterId`. */
export function listSubscribers(
  executor: Executor,
  deployment: string,
  listId: number,
  afterId: number,
  limit: number,
) {
  return subscribersOf(executor, deployment, listId, afterId)
    .select(['players.id', 'players.username', 'players.email', 'players.language'])
    .orderBy('choice.player_id')
    .limit(limit)
    .execute()
}

/** How many recipients a list's mailings have, after an id. */
export async function countSubscribers(
  executor: Executor,
  deployment: string,
  listId: number,
  afterId = 0,
): Promise<number> {
  const found = await subscribersOf(executor, deployment, listId, afterId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return found?.count ?? 0
}

/** A list that is offered, by its id. */
export function readNewsletterList(executor: Executor, deployment: string, id: number) {
  const offered = { deployment, id, is_active: true }
  return findRow(executor, 'newsletter_lists', ['id', 'name'], offered)
}

/** The names of all lists of a deployment, offered or not, by their ids. */
export async function listNewsletterNames(
  executor: Executor,
  deployment: string,
): Promise<ReadonlyMap<number, string>> {
  const lists = await executor
    .selectFrom('newsletter_lists')
    .select(['id', 'name'])
    .$call(ofDeployment(deployment))
    .execute()
  return new Map(lists.map(({ id, name }) => [id, name]))
}

/** Every list of a deployment, offered or not, with how many players have opted in to it. */
export async function listNewsletterLists(executor: Executor, deployment: string) {
  const lists = await executor
    .selectFrom('newsletter_lists')
    .select(['id', 'name', 'is_own as isOwn', 'is_active as isActive'])
    .$call(ofDeployment(deployment))
    .orderBy('id')
    .execute()
  const counts = await executor
    .selectFrom('newsletter_opt_ins')
    .select((eb) => ['list_id', eb.fn.countAll<number>().as('count')])
    .$call(ofDeployment(deployment))
    .where('is_opt_in', '=', true)
    .groupBy('list_id')
    .execute()
  const optIns = new Map(counts.map(({ list_id, count }) => [list_id, count]))
  return lists.map((list) => ({ ...list, optIns: optIns.get(list.id) ?? 0 }))
}
