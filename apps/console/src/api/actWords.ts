import type { ActRow } from '@gatehouse/contract/acts/act'
import { type ActName, everyAct } from '@gatehouse/contract/acts/everyAct'

/** The row of an act by its words; undefined for words that this version does not know. */
export function rowOf(name: string): ActRow | undefined {
  return Object.hasOwn(everyAct, name) ? everyAct[name as ActName] : undefined
}

/** Labels that say more than the name of their field. */
const labels: Readonly<Record<string, string>> = {
  provenBy: 'Logs in with',
  refusesMailSince: 'Address blocked since',
  openUntil: 'Code works until',
}

/** `bannedUntil` and `banned_until` are 'Banned until'. */
export function labelOf(field: string): string {
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  const sentence = words.charAt(0).toUpperCase() + words.slice(1)
  return labels[field] ?? sentence.replace(/^(Id|Ip|Kid)\b/, (short) => short.toUpperCase())
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
