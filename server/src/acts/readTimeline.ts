import { browserOfMark } from '../platform/browserOf.ts'
import { readLedger } from '../database/auth/ledger.ts'
import { listAudit } from '../database/operations/auditLog.ts'
import { seenLooks } from './orders/noteLooks.ts'
import type { OnPlayer } from './orders/playerNamed.ts'

interface TimelinePage {
  readonly limit: number
  /** The last entries of the page before, of the activity and of the audit log. */
  readonly before?: string | undefined
}

/**
 * The activity of a player and the acts of staff about it as one list, the newest first. Looks of
 * staff are in the activity.
 */
export async function readTimeline(
  { transaction, at, found }: OnPlayer,
  { limit, before }: TimelinePage,
) {
  const [ledgerBefore, auditBefore] = (before ?? '').split('.').map(Number)
  // One more shows whether there are more.
  const page = limit + 1
  const activity = await readLedger(transaction, at.name, found.id, {
    limit: page,
    before: before === undefined ? undefined : ledgerBefore,
  })
  const acts = await listAudit(transaction, {
    deployment: at.name,
    subject: `player ${found.id}`,
    before: before === undefined ? undefined : auditBefore,
    without: seenLooks,
    limit: page,
  })
  const entries = [...activity.map(ofActivity), ...acts.map(ofStaff)].toSorted(
    (one, other) => other.entry.at.getTime() - one.entry.at.getTime(),
  )
  const shown = entries.slice(0, limit)
  const lastOf = (from: string, otherwise = lastPlace) =>
    shown.findLast(({ entry }) => entry.from === from)?.id ?? otherwise
  const next = `${lastOf('activity', ledgerBefore)}.${lastOf('staff', auditBefore)}`
  return {
    entries: shown.map(({ entry }) => entry),
    next: entries.length > limit ? next : null,
  }
}

/** No id is larger: the place in a list that has shown none of its entries. */
const lastPlace = 999_999_999_999_999

type Ledgered = Awaited<ReturnType<typeof readLedger>>[number]

function ofActivity({ id, at, act, actor, browser: mark, shown }: Ledgered) {
  const { browser, system } = browserOfMark(mark)
  const player = { act, actor, browser, system, shown: { ...shown } }
  return { id, entry: { at, from: 'activity', ...player, who: null, why: null, entry: null } }
}

type Audited = Awaited<ReturnType<typeof listAudit>>[number]

function ofStaff({ id, at, command: act, who, why }: Audited) {
  const nothing = { browser: '', system: '', shown: null }
  const by = { actor: 'operator', ...nothing, who, why }
  return { id, entry: { at, from: 'staff', act, ...by, entry: id } }
}
