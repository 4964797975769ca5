import type { timelineParts } from '@gatehouse/contract/acts/supportActs'
import { browserOfMark } from '../../../platform/browserOf.ts'
import { readLedger } from '../../../database/auth/ledger.ts'
import { listRefusedLogIns } from '../../../database/auth/refusedLogIns.ts'
import { listAudit } from '../../../database/operations/auditLog.ts'
import { markOf } from '../../people/staffCaller.ts'
import { explainOfAccount } from './explainRefusal.ts'
import { seenLooks } from '../orders/auditReads.ts'
import type { OnPlayer } from '../orders/run.ts'

type Part = (typeof timelineParts)[number]

interface TimelinePage {
  readonly limit: number
  /** One part alone. */
  readonly from?: Part | undefined
  /** The last entries of the page before, of each part. */
  readonly before?: string | undefined
}

/** The entries of a part, the newest first. */
type Read = (
  on: OnPlayer,
  page: { readonly before: number | undefined; readonly limit: number; readonly isAlone: boolean },
) => Promise<readonly Placed[]>

interface Placed {
  readonly id: number
  readonly entry: {
    readonly at: Date
    readonly from: Part
    readonly act: string
    readonly actor: string
    readonly browser: string
    readonly system: string
    readonly network: string | null
    readonly shown: Readonly<Record<string, unknown>> | null
    readonly who: string | null
    readonly person: string | null
    readonly why: string | null
    readonly entry: number | null
  }
}

const readers: Readonly<Record<Part, Read>> = {
  /** Beside the part of staff it leaves out what that part says, with its author and reason. */
  async activity({ transaction, at, found }, { isAlone, ...page }) {
    const shown = { ...page, isWithoutStaff: !isAlone }
    const entries = await readLedger(transaction, at.name, found.id, shown)
    return entries.map(({ id, at: when, act, actor, browser, shown }) => {
      const more = { ...nothing, ...browserOfMark(browser), shown: { ...shown } }
      return { id, entry: { at: when, from: 'activity', act, actor, ...more } }
    })
  },
  /** Looks of staff are in the activity. */
  async staff({ transaction, at, found }, page) {
    const subject = `player ${found.id}`
    const of = { deployment: at.name, subject, without: seenLooks }
    const entries = await listAudit(transaction, { ...of, ...page })
    return entries.map(({ id, at: when, command: act, who, staff_key: key, why }) => {
      const more = { ...nothing, who, person: key && markOf(key), why, entry: id }
      return { id, entry: { at: when, from: 'staff', act, actor: 'operator', ...more } }
    })
  },
  async refusals({ transaction, at, found }, page) {
    const refused = await listRefusedLogIns(transaction, at.name, found.id, page)
    return refused.map(({ id, at: when, reason: act, browser, ip: network }) => {
      const { why, helps } = explainOfAccount(act)
      const more = { ...nothing, ...browserOfMark(browser), network, why: `${why} ${helps}` }
      return { id, entry: { at: when, from: 'refusals', act, actor: 'player', ...more } }
    })
  },
}

const nothing = {
  browser: '',
  system: '',
  network: null,
  shown: null,
  who: null,
  person: null,
  why: null,
  entry: null,
} as const

/**
 * The activity of a player, the acts of staff about it, and why log-ins were refused, as one list, the
 * newest first.
 */
export async function readTimeline(on: OnPlayer, { limit, from, before }: TimelinePage) {
  const parts = Object.keys(readers) as Part[]
  const places = before?.split('.').map(Number)
  const read: Placed[] = []
  for (const [place, part] of parts.entries()) {
    // One more shows whether there are more.
    const page = { limit: limit + 1, before: places?.[place], isAlone: from === part }
    if (from === undefined || from === part) read.push(...(await readers[part](on, page)))
  }
  const entries = read.toSorted((one, other) => other.entry.at.getTime() - one.entry.at.getTime())
  const shown = entries.slice(0, limit)
  const next = parts.map((part, place) => {
    const last = shown.findLast(({ entry }) => entry.from === part)
    return last?.id ?? places?.[place] ?? lastPlace
  })
  return {
    entries: shown.map(({ entry }) => entry),
    next: entries.length > limit ? next.join('.') : null,
  }
}

/** No id is larger: the place in a list that has shown none of its entries. */
const lastPlace = 999_999_999_999_999
