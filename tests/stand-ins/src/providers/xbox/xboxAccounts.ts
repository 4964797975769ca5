import { randomInt } from 'node:crypto'
import type { Account, AccountKind } from '../accounts.ts'

const names = ['MasterChef117', 'Quiet Storm#4411', 'LootGoblin', 'Ægir', 'ThumbsOfFury', 'Vex']

/** Xbox accounts: XUIDs and their gamertags. */
export const xboxAccounts: AccountKind<Account> & { readonly listed: readonly Account[] } = {
  wellFormed: /^2\d{15}$/,
  madeUp,
  newId: () => `25354${String(randomInt(1e11)).padStart(11, '0')}`,
  listed: names.map((name, index) => ({ id: `253540000000000${index + 1}`, name })),
}

function madeUp(id: string): Account {
  return { id, name: `Gamertag ${id.slice(-4)}` }
}
