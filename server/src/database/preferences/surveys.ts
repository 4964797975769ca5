import type { SurveyAnswers } from '@gatehouse/contract/survey'
import { sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import { isPlayer, ofDeployment, ofPlayer } from '../schema/ofPlayer.ts'

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
  await transaction
    .insertInto('surveys')
    .values({
      deployment,
      player_id: survey.playerId,
      answers: JSON.stringify(survey.answers),
      steam_id: survey.steamId,
      sent_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['deployment', 'player_id']).doUpdateSet((eb) => ({
        answers: eb.ref('excluded.answers'),
        steam_id: eb.ref('excluded.steam_id'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
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
  const given = await transaction
    .insertInto('badges')
    .values({ deployment, player_id: playerId, badge: badge.name, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('badge')
    .executeTakeFirst()
  if (!given) return false
  await transaction
    .updateTable('players')
    .set({
      titles: sql<string>`case when titles = '' then ${badge.title}
        else titles || ';' || ${badge.title} end`,
    })
    .$call(isPlayer(deployment, playerId))
    .execute()
  return true
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
  const taken = await transaction
    .deleteFrom('badges')
    .$call(ofPlayer(deployment, playerId))
    .where('badge', '=', badge.name)
    .returning('badge')
    .executeTakeFirst()
  if (!taken) return false
  const player = await transaction
    .selectFrom('players')
    .select('titles')
    .$call(isPlayer(deployment, playerId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  const titles = (player?.titles ?? '').split(';').filter((title) => title !== badge.title)
  await transaction
    .updateTable('players')
    .set({ titles: titles.join(';') })
    .$call(isPlayer(deployment, playerId))
    .execute()
  return true
}
