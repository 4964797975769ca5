import { usernameError } from '@gatehouse/contract/fields'
import { bounds } from '@gatehouse/contract/limits'

/** A partner's name of a player as a username of ours: without what ours cannot have; '' if none is left. */
export function suggestedUsername(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^A-Za-z0-9]/g, '')
  const suggestion = plain.slice(0, bounds.username.max)
  return usernameError(suggestion) === null ? suggestion : ''
}
