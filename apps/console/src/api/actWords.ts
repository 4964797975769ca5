import type { ActRow } from '@gatehouse/contract/acts/act'
import { type ActName, everyAct, topics } from '@gatehouse/contract/acts/everyAct'

/** The row of an act by its words; undefined for words that this version does not know. */
export function rowOf(name: string): ActRow | undefined {
  return Object.hasOwn(everyAct, name) ? everyAct[name as ActName] : undefined
}

function sentence(words: string): string {
  const text = words.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `players end-sessions` is 'End sessions'. */
export function verbOf(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  return sentence(rest.length === 0 ? first : rest.join(' '))
}

/** The part of the menu that an act belongs to: `ip-bans add` is of 'IP bans'. */
export function topicOf(name: string): string {
  const [first = ''] = name.split(' ')
  return first === 'ip-bans' ? 'IP bans' : sentence(first)
}

/** On a player's page: 'Ban', and 'Give badge'. */
export function verbOnPlayer(name: string): string {
  const topic = topicOf(name)
  return topic === 'Players'
    ? verbOf(name)
    : `${verbOf(name)} ${topic.toLowerCase().replace(/s$/, '')}`
}

export function titleOf(name: string): string {
  return `${topicOf(name)}: ${verbOf(name).toLowerCase()}`
}

/** `bannedUntil` and `banned_until` are 'Banned until'. */
export function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return sentence(words.toLowerCase()).replace(/^(Id|Ip|Kid)\b/, (short) => short.toUpperCase())
}

/** The acts of a place in the order of the table, by their parts of the menu. */
export function byTopic(acts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const order = Object.keys(topics)
  const known = acts.filter((name) => rowOf(name) !== undefined)
  const rank = (name: string) => order.indexOf(name.split(' ')[0] ?? '')
  return Map.groupBy(
    known.toSorted((a, b) => rank(a) - rank(b)),
    topicOf,
  )
}

const opposites: readonly (readonly [string, string])[] = [
  ['players ban', 'players unban'],
  ['players block', 'players unblock'],
  ['badges give', 'badges take'],
]

/** The act that takes an act back, where there is one. */
export function oppositeOf(name: string): string | undefined {
  const pair = opposites.find((each) => each.includes(name))
  return pair?.find((each) => each !== name)
}

/** True for a look that has a page: its order is an address. One with a reason is asked for instead. */
export function hasPage(name: string): boolean {
  const row = rowOf(name)
  return row?.kind === 'look' && !row.needsReason
}

/** True where an order is about one player. */
export function isOfPlayer(name: string): boolean {
  return rowOf(name)?.order.shape['player'] !== undefined
}
