import { searchGroups } from '@gatehouse/contract/acts/supportActs'
import {
  groupWithin,
  limitTime,
  type Match,
  mostOfGroup,
  type PlayerFound,
  readFound,
  type Search,
  searchGroup,
  type SearchGroup,
} from '../database/accounts/searchPlayers.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import type { ActServices } from './orders/perform.ts'
import { printed } from './orders/printed.ts'

interface Asked {
  readonly text: string
  readonly deployment: string
  readonly group?: SearchGroup | undefined
  readonly after?: string | undefined
}

interface Page {
  readonly group: SearchGroup
  readonly matches: readonly Match[]
  readonly next: string | null
  readonly timedOut: boolean
  readonly isOff: boolean
}

/** Searches group by group: one that takes too long leaves the others as they are. */
export async function findPlayers(
  { database, clock }: Pick<ActServices, 'clock' | 'database'>,
  { text, deployment, group: only, after }: Asked,
  within = groupWithin,
) {
  const { kysely } = database
  const isSmall = Object.keys(database.connections()).length === 0
  const search: Search = { deployment, text, after, now: clock.now(), isSmall }
  const pages: Page[] = []
  for (const group of only === undefined ? searchGroups : [only]) {
    pages.push(await pageOf(kysely, group, search, within))
  }
  const asked = new Map(pages.map(({ group, matches }) => [group, matches]))
  const foundIn = await readFound(kysely, deployment, asked)
  const data = pages.map(({ group, next, timedOut, isOff }) => ({
    group,
    players: foundIn(group).map(rowOf),
    next,
    timedOut,
    isOff,
  }))
  const numbers = data.map(({ group, players }) => [group, players.length] as const)
  return { data, message: wordsOf(data), details: Object.fromEntries(numbers) }
}

async function pageOf(
  kysely: ActServices['database']['kysely'],
  group: SearchGroup,
  search: Search,
  within: number,
): Promise<Page> {
  try {
    const found = await inTransaction(kysely, async (transaction) => {
      await limitTime(transaction, within)
      return searchGroup(transaction, group, search)
    })
    return { group, isOff: false, ...found, timedOut: false }
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== statementTimeout) throw error
    return { group, matches: [], next: null, timedOut: true, isOff: false }
  }
}

const statementTimeout = '57014'

function rowOf({ player, value, until, linked }: PlayerFound) {
  return {
    id: player.id,
    username: player.username,
    email: player.email,
    value,
    keptUntil: until,
    registered: player.created_at,
    confirmed: player.confirmed_at,
    banned: player.banned_at,
    bannedUntil: player.banned_until,
    frozen: player.frozen_at,
    linked,
  }
}

interface Answered {
  readonly group: SearchGroup
  readonly players: readonly ReturnType<typeof rowOf>[]
  readonly next: string | null
  readonly timedOut: boolean
}

/** The groups as one table, for the command line. */
function wordsOf(groups: readonly Answered[]): string {
  const rows = groups.flatMap(({ group, players }) =>
    players.map(({ id, username, value, keptUntil, confirmed, banned, frozen }) => {
      return { id, username, foundBy: group, value, keptUntil, confirmed, banned, frozen }
    }),
  )
  const more = groups.flatMap(({ group, next }) =>
    next === null
      ? []
      : [`More than ${mostOfGroup} are found: --group ${group} --after ${next} shows the next.`],
  )
  const late = groups.flatMap(({ group, timedOut }) =>
    timedOut ? [`The group ${group} took too long; the rest is here.`] : [],
  )
  return [printed(JSON.parse(JSON.stringify(rows))), ...more, ...late].join('\n')
}
