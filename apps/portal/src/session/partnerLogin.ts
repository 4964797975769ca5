import type { User } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'

/** True where a partner proves the player: it keeps the address, and no password is kept here. */
export function isPartnerAccount(user: User, rules: Rules): boolean {
  return rules.signIn === 'by-partner' || user.AuthType === 2
}
