import { usernameError } from '@gatehouse/contract/fields'
import { bounds } from '@gatehouse/contract/limits'

/**
 * Makes a username of a partner's name for a player, without characters that ours cannot have; ''
 * if none is left.
 */
export function suggestedUsername(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^A-Za-z0-9]/g, '')
  const suggestion = plain.slice(0, bounds.username.max)
  return usernameError(suggestion) === null ? suggestion : ''
}
