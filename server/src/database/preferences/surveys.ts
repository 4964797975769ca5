import type { SurveyAnswers } from '@gatehouse/contract/survey'
import { sql } from 'kysely'
import {
  changeRows,
  deleteRows,
  type Executor,
  insertOnce,
  isPlayer,
  ofDeployment,
} from '../schema/executor.ts'

/** Keeps a player's answers; those of an earlier time are replaced. */
export async function keepSurvey(
  transaction: Executor,
  deployment: string,
  survey: {
    readonly playerId: number
    readonly steamId: string
    readonly answers: SurveyAnswers
  },
  now: Date,
): Promise<void> {
  const answers = JSON.stringify(survey.answers)
  const given = { answers, steam_id: survey.steamId, updated_at: now }
  await transaction
    .insertInto('surveys')
    .values({ deployment, player_id: survey.playerId, sent_at: now, ...given })
    .onConflict((conflict) => conflict.columns(['deployment', 'player_id']).doUpdateSet(given))
    .execute()
}

/**
 * Gives a player a badge and the title that comes with it. Only once: the key of the table decides,
 * however many ask at the same time. Answers whether it was given now.
 */
export async function giveBadge(
  transaction: Executor,
  deployment: string,
  playerId: number,
  badge: { readonly name: string; readonly title: string },
  now: Date,
): Promise<boolean> {
  const given = { deployment, player_id: playerId, badge: badge.name, at: now }
  if (!(await insertOnce(transaction, 'badges', given))) return false
  const titles = sql<string>`case when titles = '' then ${badge.title}
    else titles || ';' || ${badge.title} end`
  return changeRows(transaction, 'players', { deployment, id: playerId }, { titles })
}

/** Forgets why players left before a moment. */
export async function forgetReasons(executor: Executor, before: Date): Promise<void> {
  await executor
    .updateTable('deletions')
    .set({ reason: null })
    .where('reason', 'is not', null)
    .where('at', '<', before)
    .execute()
}

/** The badges that players of a deployment have, and how many have each. */
export async function listBadges(executor: Executor, deployment: string) {
  return executor
    .selectFrom('badges')
    .select((eb) => ['badge', eb.fn.countAll<number>().as('players')])
    .$call(ofDeployment(deployment))
    .groupBy('badge')
    .orderBy('badge')
    .execute()
}

/** Takes a badge from a player, and the title that came with it; false when there was none. */
export async function takeBadge(
  transaction: Executor,
  deployment: string,
  playerId: number,
  badge: { readonly name: string; readonly title: string },
): Promise<boolean> {
  const given = { deployment, player_id: playerId, badge: badge.name }
  if (!(await deleteRows(transaction, 'badges', given))) return false
  const player = await transaction
    .selectFrom('players')
    .select('titles')
    .$call(isPlayer(deployment, playerId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  const left = (player?.titles ?? '').split(';').filter((title) => title !== badge.title)
  const titles = left.join(';')
  return changeRows(transaction, 'players', { deployment, id: playerId }, { titles })
}
