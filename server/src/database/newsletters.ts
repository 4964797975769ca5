import type { Executor } from './open.ts'

/** Opts a new player into the platform's own lists; answers their ids. */
export async function optIntoOwnLists(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<number[]> {
  const rows = await transaction
    .insertInto('newsletter_opt_ins')
    .columns(['deployment', 'player_id', 'list_id', 'is_opt_in', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('newsletter_lists')
        .select([
          'deployment',
          eb.val(playerId).as('player_id'),
          'id',
          eb.lit(true).as('is_opt_in'),
          eb.val(now).as('updated_at'),
        ])
        .where('deployment', '=', deployment)
        .where('is_own', '=', true)
        .where('is_active', '=', true),
    )
    .returning('list_id')
    .execute()
  return rows.map((row) => row.list_id)
}
