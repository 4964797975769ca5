import { randomInt } from 'node:crypto'
import type { Account, AccountKind } from '../accounts.ts'

export interface TwitchAccount extends Account {
  /** In lower case; `name` is how it is displayed. */
  readonly login: string
  readonly email: string
}

const names = ['StreamQueen', 'NightOwlPlays', 'LagMaster', '夜の配信', 'TinyTank', 'RetroRita']

/** Channels by their numeric ids. */
export const twitchAccounts: AccountKind<TwitchAccount> & {
  readonly listed: readonly TwitchAccount[]
} = {
  wellFormed: /^[1-9]\d{4,11}$/,
  madeUp,
  newId: () => String(randomInt(2e8, 9e8)),
  listed: names.map((name, index) => ({ ...madeUp(`10000000${index + 1}`), name })),
}

function madeUp(id: string): TwitchAccount {
  const login = `channel_${id}`
  return { id, name: `Channel ${id.slice(-4)}`, login, email: `${login}@example.com` }
}
