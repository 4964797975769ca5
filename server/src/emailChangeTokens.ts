import { derived, newSecret } from './secrets.ts'

/** The secrets of the two mails of a change of address. */
export interface EmailChangeTokens {
  readonly confirm: string
  readonly undo: string
}

export function newEmailChangeTokens(key: Buffer): EmailChangeTokens {
  const confirm = newSecret()
  return { confirm, undo: undoTokenOf(key, confirm) }
}

/**
 * The token that undoes a change, out of the one that confirms it: so the mail that is sent at the
 * confirmation can carry it again. Without the server's key neither leads to the other.
 */
export function undoTokenOf(key: Buffer, confirm: string): string {
  return derived(key, 'undo email change', confirm)
}
