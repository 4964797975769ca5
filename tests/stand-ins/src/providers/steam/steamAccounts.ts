import { randomInt } from 'node:crypto'
import type { Account, AccountKind } from '../accounts.ts'

export interface SteamGame {
  readonly appid: number
  readonly name: string
  readonly playtime_forever: number
}

export interface SteamAccount extends Account {
  /** The profile is private. */
  readonly isPrivate: boolean
  readonly games: readonly SteamGame[]
}

const games: readonly SteamGame[] = [
  { appid: 392110, name: 'ENDLESS Space 2', playtime_forever: 4210 },
  { appid: 1124300, name: 'HUMANKIND', playtime_forever: 655 },
]

const names = ['SteamGuy', 'Valkyrie', 'Pixel Pirate', 'Ночной Дозор', 'Captain Obvious', 'Ghost']

/** Steam accounts by their SteamID64s. The last listed one keeps its profile private. */
export const steamAccounts: AccountKind<SteamAccount> & {
  readonly listed: readonly SteamAccount[]
} = {
  wellFormed: /^7656119\d{10}$/,
  madeUp,
  newId: () => `765611980${String(randomInt(1e8)).padStart(8, '0')}`,
  listed: names.map((name, index) => ({
    ...madeUp(`7656119800000000${index + 1}`),
    name,
    isPrivate: name === 'Ghost',
  })),
}

function madeUp(id: string): SteamAccount {
  return { id, name: `Steam player ${id.slice(-4)}`, isPrivate: false, games }
}
