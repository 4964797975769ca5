import { type PlayerSecrets, addPlayerPrefix } from '../../platform/crypto/playerSecret.ts'
import { derived, hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'

const undoing = 'undo email change'

/** The secrets of the two mails of a change of address. */
export interface EmailChangeTokens {
  readonly confirm: string
  readonly undo: string
}

export function newEmailChangeTokens(
  { links: [key] }: ServerKey,
  secrets: PlayerSecrets,
  playerId: number,
): EmailChangeTokens {
  const confirm = secrets.valueOf('email confirmation', playerId, newSecret())
  return { confirm, undo: secrets.valueOf('email undo', playerId, derived(key, undoing, confirm)) }
}

/**
 * Derives the token that undoes a player's change from the one that confirms it, so that the
 * confirmation mail can carry it again. Without the server's key neither leads to the other. Returns
 * null when the key that made them is gone.
 */
export function undoTokenOf(
  { links, players }: ServerKey,
  confirm: string,
  change: { readonly player_id: number; readonly undo_hash: Uint8Array },
): string | null {
  const tokens = links.flatMap((key) => {
    const undo = derived(key, undoing, confirm)
    const carriers = players['email undo']
    return [undo, ...carriers.map((carrier) => addPlayerPrefix(carrier, change.player_id, undo))]
  })
  return tokens.find((each) => hashOf(each).equals(change.undo_hash)) ?? null
}
