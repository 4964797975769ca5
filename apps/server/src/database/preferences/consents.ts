import { keepErasureRecords } from '../accounts/erasureRecords.ts'
import { type Executor, findRow, ofPlayer } from '../schema/executor.ts'

/** The version of the texts that players agree to; a new text is a new version. */
const textVersion = '1'

export interface Consent {
  readonly subject: string
  readonly accepted: boolean
  /** Slug of the partner whose page showed the text; left out for ours. */
  readonly shownBy?: string
}

/**
 * Appends a player's decisions to the consents; their rows are never changed. Those against something
 * are in the erasure log.
 */
export async function appendConsents(
  transaction: Executor,
  deployment: string,
  player: { readonly id: number; readonly ip: string },
  consents: readonly Consent[],
  now: Date,
): Promise<void> {
  const insert = (accepted: boolean) =>
    transaction
      .insertInto('consents')
      .values(
        consents
          .filter((consent) => consent.accepted === accepted)
          .map(({ subject, shownBy }) => ({
            subject,
            accepted,
            shown_by: shownBy ?? null,
            deployment,
            player_id: player.id,
            text_version: textVersion,
            ip: player.ip,
            at: now,
          })),
      )
      .returning(['id', 'subject'])
      .execute()
  if (consents.some(({ accepted }) => accepted)) await insert(true)
  if (consents.every(({ accepted }) => accepted)) return
  await keepErasureRecords(transaction, async () => {
    const registered = await findRow(transaction, 'players', ['created_at'], {
      deployment,
      id: player.id,
    })
    if (registered === undefined) return []
    const rows = await insert(false)
    return rows.map(({ id, subject }) => ({
      deployment,
      at: now,
      player_id: player.id,
      registered_at: registered.created_at,
      what: subject,
      consent_id: id,
    }))
  })
}

/** The decisions of a player, the newest first. */
export function listConsents(
  executor: Executor,
  deployment: string,
  playerId: number,
  limit: number,
) {
  return executor
    .selectFrom('consents')
    .select(['subject', 'accepted', 'text_version', 'at', 'shown_by', 'ip'])
    .$call(ofPlayer(deployment, playerId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
