import { randomBytes } from 'node:crypto'
import type { Account, AccountKind } from '../accounts.ts'

const names = ['EpicEvelyn', 'Builder Bob', 'NoScopeNora', 'Łukasz', 'LlamaLord', 'QuietQuinn']

/** Epic accounts by their ids. */
export const epicAccounts: AccountKind<Account> & { readonly listed: readonly Account[] } = {
  wellFormed: /^[0-9a-f]{32}$/,
  madeUp,
  newId: () => randomBytes(16).toString('hex'),
  listed: names.map((name, index) => ({ id: `e91c${String(index + 1).padStart(28, '0')}`, name })),
}

function madeUp(id: string): Account {
  return { id, name: `Epic player ${id.slice(-4)}` }
}
