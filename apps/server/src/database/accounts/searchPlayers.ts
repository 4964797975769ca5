import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { leastOfPart, type searchGroups } from '@gatehouse/contract/acts/supportActs'
import { sql } from 'kysely'
import { type Executor, ofDeployment } from '../schema/executor.ts'
import { keyOf, listByIds, type Player } from './players.ts'
import {
  accountKey,
  afterAll,
  emailKey,
  hasPartsIndex,
  listHolders,
  listNamesFrom,
  listNamesWith,
  unconfirmedEmailKey,
  type UniqueValue,
  usernameKey,
} from './uniqueValues.ts'

/** A group shows so many players at once. */
export const mostOfGroup = 20

export type SearchGroup = (typeof searchGroups)[number]

export interface Search {
  readonly deployment: string
  readonly text: string
  /** The end of the page before, in the group that has pages. */
  readonly after: string | undefined
  readonly now: Date
  /** True for the embedded database, which is small: it finds parts of names without an index. */
  readonly isSmall: boolean
}

/** A player of a group, by the value that the search found, as it is compared. */
export interface Match {
  readonly playerId: number
  readonly value: string
  /** Until when a former value is kept for the player. */
  readonly until: Date | null
}

export interface Matches {
  readonly matches: readonly Match[]
  /** The end of the page; null where it is the last one. */
  readonly next: string | null
  readonly isOff?: true
}

/** Those who have one of the values that a text may be, or gave it up and have it kept. */
type Holders = Awaited<ReturnType<typeof listHolders>>

type Find = (
  executor: Executor,
  search: Search,
  holders: () => Promise<Holders>,
) => Promise<Matches>

/** How each group is found: by its key, and at most one statement. */
const finders: Readonly<Record<SearchGroup, Find>> = {
  async exact(_executor, { text }, holders) {
    const id = idIn(text)
    if (id !== null) return whole([{ playerId: id, value: `id=${id}`, until: null }])
    return whole((await holders()).filter((each) => !isOfAccount(each) && !each.until))
  },
  async begins(executor, { deployment, text, after = '' }) {
    const key = keyOf(text)
    if (isOther(text)) return whole([])
    const last = after.startsWith(key) ? after : key
    return pageOf(await listNamesFrom(executor, deployment, key, { ...page, after: last }))
  },
  async contains(executor, { deployment, text, after = '', isSmall }) {
    const key = keyOf(text)
    if (isOther(text)) return whole([])
    const isOn = [...key].length >= leastOfPart && (isSmall || (await hasPartsIndex(executor)))
    if (!isOn) return { matches: [], next: null, isOff: true }
    return pageOf(await listNamesWith(executor, deployment, key, { ...page, after }))
  },
  async formerly(_executor, _search, holders) {
    return whole((await holders()).filter((each) => !isOfAccount(each) && each.until))
  },
  async linked(_executor, _search, holders) {
    return whole((await holders()).filter(isOfAccount))
  },
  async named(executor, { deployment, text, after = '' }) {
    if (isOther(text)) return whole([])
    const [, last = '0', name = ''] = /^(\d{1,15}) (.*)$/s.exec(after) ?? []
    const place = { name, playerId: Number(last), limit: page.limit }
    const found = await listNamedAccounts(executor, deployment, text, place)
    const matches = found.slice(0, mostOfGroup).map((each) => ({ ...each, until: null }))
    const end = matches.at(-1)
    const isMore = found.length > mostOfGroup && end !== undefined
    return {
      matches: matches.filter(isFirst),
      next: isMore ? `${end.playerId} ${end.value}` : null,
    }
  },
}

/**
 * The players who have linked an account whose name begins with a text, whatever its case, after a
 * place, in the order of the names as they are compared.
 */
async function listNamedAccounts(
  executor: Executor,
  deployment: string,
  beginning: string,
  after: { readonly name: string; readonly playerId: number; readonly limit: number },
): Promise<readonly { readonly playerId: number; readonly value: string }[]> {
  const key = sql<string>`(left(lower(account_name), 100) collate "C")`
  return executor
    .selectFrom('connections')
    .select([key.as('value'), 'player_id as playerId'])
    .distinct()
    .$call(ofDeployment(deployment))
    .where(sql<boolean>`${key} >= lower(${beginning})`)
    .where(sql<boolean>`${key} < lower(${beginning}) || ${afterAll}`)
    .where(sql<boolean>`(${key}, player_id) > (${after.name}, ${after.playerId})`)
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .limit(after.limit)
    .execute()
}

/** True for the first match of its player. */
function isFirst({ playerId }: Match, place: number, all: readonly Match[]): boolean {
  return all.findIndex((each) => each.playerId === playerId) === place
}

/** One more shows whether there are more. */
const page = { limit: mostOfGroup + 1 }

function pageOf(found: readonly Match[]): Matches {
  const matches = found.slice(0, mostOfGroup)
  return { matches, next: found.length > mostOfGroup ? (matches.at(-1)?.value ?? null) : null }
}

const whole = (matches: readonly Match[]): Matches => ({ matches, next: null })

/** Finds the players of a group, or of its next page; groups share what they both ask. */
export function openSearch(
  executor: Executor,
  search: Search,
): (group: SearchGroup) => Promise<Matches> {
  let asked: Promise<Holders> | undefined
  const holders = () => (asked ??= holdersOf(executor, search))
  return (group) => finders[group](executor, search, holders)
}

/** Digits, or `id=12`; null for another text. */
function idIn(text: string): number | null {
  const [, id] = /^(?:id=)?(\d{1,15})$/.exec(text) ?? []
  return id === undefined ? null : Number(id)
}

/** An address, an id, or an account of a service: no name begins so. */
function isOther(text: string): boolean {
  return text.includes('@') || text.startsWith('id=') || serviceIn(text) !== null
}

function holdersOf(executor: Executor, { deployment, text, now }: Search): Promise<Holders> {
  return listHolders(executor, deployment, valuesIn(text), now)
}

/** The names, addresses and linked accounts that a text may be. */
function valuesIn(text: string): readonly UniqueValue[] {
  if (text.includes('@')) return [emailKey(text), unconfirmedEmailKey(text)]
  if (text.startsWith('id=')) return []
  return [...(idIn(text) === null ? [usernameKey(text)] : []), ...accountsIn(text)]
}

const isOfAccount = ({ kind }: Holders[number]) =>
  identityProviderNames.some((name) => name === kind)

/** A service by a word of its name, a colon, and the id of an account there; null for another text. */
function serviceIn(text: string) {
  const [, word = '', account = ''] = /^([a-z-]+):(.+)$/i.exec(text) ?? []
  if (account === '') return null
  const wanted = word.toLowerCase()
  const name = identityProviderNames.find((each) => wordsOf(each).includes(wanted))
  return name === undefined ? null : { name, account }
}

/** The words by which people call a service. */
function wordsOf(name: IdentityProviderName): readonly string[] {
  const { title, standIn = name } = identityProviderOf(name)
  return [name, ...name.split('-'), title.toLowerCase(), standIn]
}

/** The linked accounts that a text may be the id of. */
function accountsIn(text: string): readonly UniqueValue[] {
  const one = serviceIn(text)
  const asked = one ? [one] : identityProviderNames.map((name) => ({ name, account: text }))
  return asked.map(({ name, account }) => {
    const { foldsAccountIds } = identityProviderOf(name)
    return accountKey(name, foldsAccountIds ? account.toLowerCase() : account)
  })
}

export interface PlayerFound extends Match {
  readonly player: Player
  /** The services whose accounts the player has linked. */
  readonly linked: readonly string[]
}

/** The living players of matches, as far as their rows bear them out: a row has the last word. */
export async function readFound(
  executor: Executor,
  deployment: string,
  groups: ReadonlyMap<SearchGroup, readonly Match[]>,
): Promise<(group: SearchGroup) => readonly PlayerFound[]> {
  const ids = [...new Set([...groups.values()].flat().map(({ playerId }) => playerId))]
  const players = new Map(
    (await listByIds(executor, deployment, ids)).map((row) => [row.id, row] as const),
  )
  const accounts = await listAccounts(executor, deployment, [...players.keys()])
  return (group) =>
    (groups.get(group) ?? []).flatMap((match) => {
      const player = players.get(match.playerId)
      const linked = accounts.filter(({ player_id }) => player_id === match.playerId)
      const isOfOne = linked.some(({ account_id }) => account_id === match.value)
      if (!player || !isBorneOut(group, match, player, isOfOne)) return []
      return [{ ...match, player, linked: linked.map(({ canonical_name }) => canonical_name) }]
    })
}

async function listAccounts(executor: Executor, deployment: string, ids: readonly number[]) {
  if (ids.length === 0) return []
  return executor
    .selectFrom('connections')
    .select(['player_id', 'canonical_name', 'account_id'])
    .$call(ofDeployment(deployment))
    .where('player_id', 'in', ids)
    .orderBy('canonical_name')
    .execute()
}

function isBorneOut(
  group: SearchGroup,
  { value }: Match,
  { id, username_key: name, email_key: email }: Player,
  isLinked: boolean,
): boolean {
  if (group === 'formerly' || group === 'named') return true
  if (group === 'linked') return isLinked
  return [`id=${id}`, name, email].includes(value)
}

/** Milliseconds that a group may take on PostgreSQL; the embedded database knows no such limit. */
export const groupWithin = 1000

/** Limits the statements of a transaction in time. */
export async function limitTime(transaction: Executor, milliseconds: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(transaction)
}
