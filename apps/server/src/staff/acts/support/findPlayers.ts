import { searchGroups } from '@gatehouse/contract/acts/supportActs'
import {
  groupWithin,
  limitTime,
  type Match,
  mostOfGroup,
  type PlayerFound,
  readFound,
  openSearch,
  type Search,
  type SearchGroup,
} from '../../../database/accounts/searchPlayers.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import type { ActServices } from '../orders/run.ts'
import { printed } from '../orders/printed.ts'

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
  /** True for parts of names that were not searched for, because names begin so. */
  readonly isSkipped?: boolean
}

/** Searches group by group, in one transaction: one that takes too long leaves the others as they are. */
export async function findPlayers(
  { database, clock }: Pick<ActServices, 'clock' | 'database'>,
  { text, deployment, group: only, after }: Asked,
  within = groupWithin,
) {
  const { kysely } = database
  const isSmall = Object.keys(database.connections()).length === 0
  const search: Search = { deployment, text, after, now: clock.now(), isSmall }
  const groups = only === undefined ? searchGroups : [only]
  const pages = await pagesOf(kysely, groups, search, within)
  const asked = new Map(pages.map(({ group, matches }) => [group, matches]))
  const foundIn = await readFound(kysely, deployment, asked)
  const data = pages.map(({ group, next, timedOut, isOff, isSkipped = false }) => ({
    group,
    players: foundIn(group).map(rowOf),
    next,
    timedOut,
    isOff,
    isSkipped,
  }))
  const numbers = data.map(({ group, players }) => [group, players.length] as const)
  return { data, message: wordsOf(data), details: Object.fromEntries(numbers) }
}

/** The pages of groups: behind one that takes too long the rest is searched in another transaction. */
async function pagesOf(
  kysely: ActServices['database']['kysely'],
  groups: readonly SearchGroup[],
  search: Search,
  within: number,
): Promise<readonly Page[]> {
  let pages: Page[] = []
  try {
    await inTransaction(kysely, async (transaction) => {
      // The transaction may be repeated.
      pages = []
      await limitTime(transaction, within)
      const find = openSearch(transaction, search)
      for (const group of groups) {
        if (groups.length > 1 && group === 'contains' && hasBetter(pages)) {
          pages.push({
            group,
            matches: [],
            next: null,
            timedOut: false,
            isOff: false,
            isSkipped: true,
          })
          continue
        }
        pages.push({ group, isOff: false, ...(await find(group)), timedOut: false })
      }
    })
    return pages
  } catch (error) {
    const late = groups[pages.length]
    const isLate = (error as { readonly code?: unknown }).code === statementTimeout
    if (!isLate || late === undefined) throw error
    const rest = await pagesOf(kysely, groups.slice(pages.length + 1), search, within)
    const nothing = { matches: [], next: null, isOff: false } as const
    return [...pages, { group: late, ...nothing, timedOut: true }, ...rest]
  }
}

/**
 * True where a whole name or its beginning was found: parts of names, the dearest search of all, are
 * then asked for alone.
 */
function hasBetter(pages: readonly Page[]): boolean {
  return pages.some(
    ({ group, matches }) => (group === 'exact' || group === 'begins') && matches.length > 0,
  )
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
  readonly isSkipped: boolean
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
      : [
          `More than ${mostOfGroup} are found: --group ${group} --after ${quoted(next)} shows the next.`,
        ],
  )
  const late = groups.flatMap(({ group, timedOut }) =>
    timedOut ? [`The group ${group} took too long; the rest is here.`] : [],
  )
  const skipped = groups.flatMap(({ group, isSkipped }) =>
    isSkipped ? [`Parts of names were not searched for: --group ${group}.`] : [],
  )
  return [printed(JSON.parse(JSON.stringify(rows))), ...more, ...late, ...skipped].join('\n')
}

/** As a shell takes it for one word. */
const quoted = (text: string) =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
