import type { Executor } from '../schema/executor.ts'

/** The version of the texts that players agree to; a new text is a new version. */
const textVersion = '1'

export interface Consent {
  readonly subject: string
  readonly accepted: boolean
  /** Slug of the partner whose page showed the text; left out for ours. */
  readonly shownBy?: string
}

/** Appends a player's decisions to the consents; their rows are never changed. */
export async function appendConsents(
  transaction: Executor,
  deployment: string,
  player: { readonly id: number; readonly ip: string },
  consents: readonly Consent[],
  now: Date,
): Promise<void> {
  const rows = consents.map(({ subject, accepted, shownBy }) => ({
    subject,
    accepted,
    shown_by: shownBy ?? null,
    deployment,
    player_id: player.id,
    text_version: textVersion,
    ip: player.ip,
    at: now,
  }))
  await transaction.insertInto('consents').values(rows).execute()
}
