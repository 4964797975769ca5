import type { Requester } from '../../src/database/auth/ledger.ts'
import {
  banReasons,
  computers,
  farewells,
  firstNames,
  firstWords,
  hosts,
  lastWords,
  phones,
  surnames,
} from './names.ts'

/** A part of a player's weeks. */
export type Happening =
  | (At<'signed-in'> & From & { readonly isNewBrowser: boolean; readonly endedAgo: number | null })
  | (At<'sign-in-failed'> & From)
  | (At<'password-set'> & From)
  | (At<'renamed'> & From & { readonly to: string })
  | (At<'email-changed'> & From & { readonly to: string })
  /** `service` counts those of the deployment, from the first one again behind the last. */
  | (At<'linked'> & From & { readonly service: number; readonly id: string })
  /** `endsIn` is null for a ban without an end. */
  | (At<'support-banned'> & { readonly endsIn: number | null; readonly reason: string | null })
  | At<'support-unbanned'>
  | At<'mail-refused'>
  | (At<'erased'> & { readonly reason: string | null })

/** All times are seconds before now. */
interface At<Kind extends string> {
  readonly kind: Kind
  readonly ago: number
}

interface From {
  readonly from: Requester
}

export interface CrowdPlayer {
  readonly username: string
  readonly email: string
  readonly registeredAgo: number
  readonly registeredFrom: string
  readonly isConfirmed: boolean
  /** The oldest first. */
  readonly happenings: readonly Happening[]
  /** Wrong passwords of the last minutes. */
  readonly wrongPasswords: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** One in so many is of the kind, beginning with the place. */
const share = {
  unconfirmed: [20, 5],
  banned: [20, 3],
  bannedForAWhile: [20, 7],
  unbanned: [40, 13],
  erased: [20, 17],
  refusesMail: [20, 19],
  renamed: [8, 2],
  movedMail: [10, 4],
  lockedOut: [40, 9],
} as const satisfies Readonly<Record<string, readonly [of: number, place: number]>>

/** The players of a crowd: the same for the same seed, at any time. */
export function crowdOf(seed: number, count: number): readonly CrowdPlayer[] {
  const dice = diceOf(seed)
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, place) => playerAt(place, dice, taken))
}

function playerAt(place: number, dice: Dice, taken: Set<string>): CrowdPlayer {
  const is = (kind: keyof typeof share) => place % share[kind][0] === share[kind][1]
  const isConfirmed = !is('unconfirmed')
  const registeredAgo = isConfirmed ? dice.between(15 * day, 84 * day) : dice.between(hour, 5 * day)
  const home = `${dice.of(['192.0.2', '198.51.100', '203.0.113'])}.${dice.between(1, 254)}`
  const browsers = [dice.of(computers), ...(dice.chance(0.6) ? [dice.of(phones)] : [])]
  const froms = browsers.map((userAgent) => ({ ip: home, userAgent }))
  const [from = { ip: home, userAgent: '' }] = froms
  const person = {
    username: nameOf(dice, taken),
    email: addressOf(dice, taken),
    registeredAgo,
    registeredFrom: home,
    isConfirmed,
    wrongPasswords: is('lockedOut') ? 6 : Number(dice.chance(0.05)) * 2,
  }
  if (!isConfirmed) return { ...person, wrongPasswords: 0, happenings: [] }
  const happenings: Happening[] = []
  const end = endOf(is, dice)
  if (end) happenings.push(end)
  const quietAgo = end?.ago ?? 0
  happenings.push(...visitsOf(dice, froms, registeredAgo, quietAgo, end !== null))
  const later = (least: number) => dice.between(quietAgo + least, registeredAgo - hour)
  if (is('renamed')) {
    // Former names are found for 30 days.
    const ago = dice.between(quietAgo + hour, 14 * day)
    happenings.push({ kind: 'renamed', ago, from, to: nameOf(dice, taken) })
  }
  if (is('movedMail')) {
    const to = addressOf(dice, taken)
    happenings.push({ kind: 'email-changed', ago: later(hour), from, to })
  }
  if (is('unbanned')) {
    const ago = dice.between(8 * day, 12 * day)
    const [endsIn, reason] = [null, dice.of(banReasons)]
    const since = ago + 2 * day
    const before = happenings.splice(0).filter((each) => each.ago > since || each.ago < ago)
    happenings.push(...before, { kind: 'support-banned', ago: since, endsIn, reason })
    happenings.push({ kind: 'support-unbanned', ago })
  }
  if (is('refusesMail')) happenings.push({ kind: 'mail-refused', ago: later(hour) })
  if (dice.chance(0.4)) {
    const id = `7656119${dice.between(1_000_000_000, 9_999_999_999)}`
    happenings.push({ kind: 'linked', ago: later(hour), from, service: dice.between(0, 9), id })
  }
  if (dice.chance(0.2)) happenings.push({ kind: 'password-set', ago: later(hour), from })
  return { ...person, happenings: happenings.toSorted((one, other) => other.ago - one.ago) }
}

/** The act that ends a player's weeks; null for most. */
function endOf(is: (kind: keyof typeof share) => boolean, dice: Dice): Happening | null {
  const ago = dice.between(hour, 10 * day)
  const reason = dice.of(banReasons)
  if (is('banned')) {
    const kept = dice.chance(0.7) ? reason : null
    return { kind: 'support-banned', ago, endsIn: null, reason: kept }
  }
  if (is('bannedForAWhile')) {
    return { kind: 'support-banned', ago, endsIn: dice.between(2, 21) * day, reason }
  }
  return is('erased') ? { kind: 'erased', ago, reason: dice.of(farewells) } : null
}

/** Log-ins on some days. The last one of a browser stays open until all end. */
function visitsOf(
  dice: Dice,
  froms: readonly Requester[],
  registeredAgo: number,
  quietAgo: number,
  isAllEnded: boolean,
): Happening[] {
  const visits: Happening[] = []
  const days = Math.floor((registeredAgo - quietAgo) / day)
  const eagerness = dice.of([0.08, 0.15, 0.3, 0.5])
  const agos = Array.from({ length: days }, (_, back) => back)
    .filter((back) => back === days - 1 || dice.chance(eagerness))
    .map((back) => quietAgo + back * day + dice.between(hour, 14 * hour))
  const openOn = new Set(froms)
  for (const ago of agos) {
    const from = dice.of(froms)
    const isOpen = openOn.delete(from)
    const lasted = Math.min(dice.between(5 * minute, 4 * hour), ago - quietAgo - minute)
    const leftAgo = isAllEnded ? quietAgo : null
    const endedAgo = isOpen ? leftAgo : ago - lasted
    visits.push({ kind: 'signed-in', ago, from, isNewBrowser: false, endedAgo })
    if (dice.chance(0.06)) visits.push({ kind: 'sign-in-failed', ago: ago + minute, from })
  }
  const known = new Set<string>()
  return visits.toReversed().map((visit) => {
    if (visit.kind !== 'signed-in') return visit
    const isNewBrowser = !known.has(visit.from.userAgent)
    known.add(visit.from.userAgent)
    return { ...visit, isNewBrowser }
  })
}

function nameOf(dice: Dice, taken: Set<string>): string {
  return fresh(taken, () => {
    const name = `${dice.of(firstWords)}${dice.of(lastWords)}`
    return dice.chance(0.5) ? name : `${name}${dice.between(2, 99)}`
  })
}

function addressOf(dice: Dice, taken: Set<string>): string {
  return fresh(taken, () => {
    const number = dice.chance(0.5) ? '' : String(dice.between(1, 99))
    return `${dice.of(firstNames)}.${dice.of(surnames)}${number}@${dice.of(hosts)}`
  })
}

function fresh(taken: Set<string>, make: () => string): string {
  let made = make()
  while (taken.has(made)) made = make()
  taken.add(made)
  return made
}

interface Dice {
  /** From the least to the most, both of them too. */
  readonly between: (least: number, most: number) => number
  readonly of: <Value>(values: readonly Value[]) => Value
  readonly chance: (probability: number) => boolean
}

/** Numbers that follow from a seed, by the generator mulberry32. */
function diceOf(seed: number): Dice {
  let state = seed
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    of: <Value>(values: readonly Value[]) => values[between(0, values.length - 1)] as Value,
    chance: (probability) => next() < probability,
  }
}
