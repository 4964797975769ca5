import { derived, hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

const undoing = 'undo email change'

/** The secrets of the two mails of a change of address. */
export interface EmailChangeTokens {
  readonly confirm: string
  readonly undo: string
}

export function newEmailChangeTokens([key]: Keys): EmailChangeTokens {
  const confirm = newSecret()
  return { confirm, undo: derived(key, undoing, confirm) }
}

/**
 * Derives the token that undoes a change from the one that confirms it, so that the confirmation
 * mail can carry it again. Without the server's key neither leads to the other. Returns null when
 * the key that made them is gone.
 */
export function undoTokenOf(keys: Keys, confirm: string, undoHash: Uint8Array): string | null {
  const tokens = keys.map((key) => derived(key, undoing, confirm))
  return tokens.find((each) => hashOf(each).equals(undoHash)) ?? null
}
