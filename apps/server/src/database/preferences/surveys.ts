import type { SurveyAnswers, SurveyTextField } from '@gatehouse/contract/survey'
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

/** A page of texts. Their moments are days, which say less of a player. */
interface TextPage {
  readonly after: number
  readonly limit: number
}

const dayOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`

/** The words in which players said why they left, the newest first. */
export function listReasons(executor: Executor, deployment: string, { after, limit }: TextPage) {
  return executor
    .selectFrom('deletions')
    .select([dayOf('at').as('day'), sql<string>`reason`.as('text')])
    .$call(ofDeployment(deployment))
    .where('reason', '!=', '')
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(after)
    .execute()
}

/** The words of players to a question, the newest first. */
export function listSurveyTexts(
  executor: Executor,
  deployment: string,
  question: SurveyTextField,
  { after, limit }: TextPage,
) {
  const text = sql<string>`answers->>${question}`
  return executor
    .selectFrom('surveys')
    .select([dayOf('updated_at').as('day'), text.as('text'), 'player_id as player'])
    .$call(ofDeployment(deployment))
    .where(text, '!=', '')
    .orderBy('updated_at', 'desc')
    .orderBy('player_id')
    .limit(limit)
    .offset(after)
    .execute()
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

/** Returns whether a player has one of some badges. */
export async function hasBadgeOf(
  executor: Executor,
  deployment: string,
  playerId: number,
  badges: readonly string[],
): Promise<boolean> {
  const row = await executor
    .selectFrom('badges')
    .select('badge')
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .where('badge', 'in', badges)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
