import type { User } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'

/** Whether a partner proves who the player is: it keeps the address, and no password is kept here. */
export function isPartnerAccount(user: User, rules: Rules): boolean {
  return rules.signIn === 'by-partner' || user.AuthType === 2
}
