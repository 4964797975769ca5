import {
  identityProviderNames,
  identityProviderOf,
} from '@gatehouse/contract/identityProviderNames'
import { type Executor, ofDeployment } from '../schema/executor.ts'
import { keyOf, type Player } from './players.ts'
import {
  accountKey,
  emailKey,
  listHolders,
  listNamesFrom,
  type UniqueValue,
  unconfirmedEmailKey,
} from './uniqueValues.ts'

/** A search answers at most so many players. */
export const mostFound = 100

/** By which value a search found a player; a linked account is named by its service. */
export type FoundBy = 'name' | 'former name' | 'address' | 'former address' | `linked ${string}`

export interface PlayerFound {
  readonly player: Player
  readonly foundBy: FoundBy
  /** The value, as it is compared. */
  readonly value: string
  /** Until when a former value is kept for the player. */
  readonly until: Date | null
}

type Match = Omit<PlayerFound, 'player'> & { readonly playerId: number }

/**
 * The players of a text: with an @ those of the address; else those whose name, or former name in
 * its quarantine, begins with it, and those who have linked an account with this id. The second
 * value is true when there are more.
 */
export async function searchPlayers(
  executor: Executor,
  deployment: string,
  text: string,
  now: Date,
): Promise<readonly [found: readonly PlayerFound[], hasMore: boolean]> {
  const matches = text.includes('@')
    ? await matchesOfEmail(executor, deployment, text, now)
    : [
        ...(await matchesOfAccount(executor, deployment, text, now)),
        ...(await matchesOfName(executor, deployment, text, now)),
      ]
  const players = await listLiving(executor, deployment, matches)
  const found = matches.flatMap(({ playerId, ...match }) => {
    const player = players.get(playerId)
    return player && isBorneOut(match, player) ? { ...match, player } : []
  })
  return [found.slice(0, mostFound), matches.length > mostFound]
}

async function matchesOfEmail(executor: Executor, deployment: string, text: string, now: Date) {
  const keys = [emailKey(text), unconfirmedEmailKey(text)]
  const held = await listHolders(executor, deployment, keys, now)
  return held.map(({ value, playerId, until }): Match => {
    return { playerId, value, until, foundBy: until === null ? 'address' : 'former address' }
  })
}

async function matchesOfName(executor: Executor, deployment: string, text: string, now: Date) {
  // One more shows whether there are more.
  const which = { now, limit: mostFound + 1 }
  const held = await listNamesFrom(executor, deployment, keyOf(text), which)
  return held.map(({ value, playerId, until }): Match => {
    return { playerId, value, until, foundBy: until === null ? 'name' : 'former name' }
  })
}

async function matchesOfAccount(
  executor: Executor,
  deployment: string,
  text: string,
  now: Date,
): Promise<readonly Match[]> {
  const keys = identityProviderNames.map((service): UniqueValue => {
    const { foldsAccountIds } = identityProviderOf(service)
    return accountKey(service, foldsAccountIds ? text.toLowerCase() : text)
  })
  const held = await listHolders(executor, deployment, keys, now)
  if (held.length === 0) return []
  const linked = await executor
    .selectFrom('connections')
    .select(['player_id', 'canonical_name', 'account_id'])
    .$call(ofDeployment(deployment))
    .where(
      'player_id',
      'in',
      held.map(({ playerId }) => playerId),
    )
    .execute()
  return held.flatMap(({ kind, value, playerId }) => {
    const isLinked = linked.some(
      ({ player_id, canonical_name, account_id }) =>
        player_id === playerId && canonical_name === kind && account_id === value,
    )
    return isLinked ? { playerId, value, until: null, foundBy: `linked ${kind}` as const } : []
  })
}

async function listLiving(executor: Executor, deployment: string, matches: readonly Match[]) {
  if (matches.length === 0) return new Map<number, never>()
  const rows = await executor
    .selectFrom('players')
    .selectAll()
    .$call(ofDeployment(deployment))
    .where('id', 'in', [...new Set(matches.map(({ playerId }) => playerId))])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The row of a player is authoritative. */
function isBorneOut({ foundBy, value }: Omit<PlayerFound, 'player'>, player: Player): boolean {
  if (foundBy === 'name') return player.username_key === value
  return foundBy !== 'address' || player.email_key === value
}
