import type { Executor } from '../connection/openDatabase.ts'
import type { Player } from '../accounts/players.ts'

/* A partner names its players by its own subjects. An email address never identifies a player. */

/** The partner's own name of a player. */
export interface PartnerIdentity {
  readonly partner: string
  readonly subject: string
}

export function findByPartner(
  executor: Executor,
  deployment: string,
  { partner, subject }: PartnerIdentity,
): Promise<Player | undefined> {
  return executor
    .selectFrom('partner_players as link')
    .innerJoin('players as player', (join) =>
      join
        .onRef('player.deployment', '=', 'link.deployment')
        .onRef('player.id', '=', 'link.player_id'),
    )
    .selectAll('player')
    .where('link.deployment', '=', deployment)
    .where('link.partner', '=', partner)
    .where('link.subject', '=', subject)
    .where('player.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findPartnerIdentity(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<PartnerIdentity | undefined> {
  return executor
    .selectFrom('partner_players')
    .select(['partner', 'subject'])
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
}

/** Links a player to a partner's subject; violates `partner_players_pkey` when it is linked already. */
export async function insertPartnerIdentity(
  transaction: Executor,
  deployment: string,
  playerId: number,
  { partner, subject }: PartnerIdentity,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('partner_players')
    .values({ deployment, partner, subject, player_id: playerId, linked_at: now })
    .execute()
}
