import type { Executor } from '../schema/executor.ts'
import { type ChainedEntry, type ChainPlace, chainStart, ChainWalk } from './auditChain.ts'
import {
  type AuditedRestore,
  findChainAt,
  findHead,
  firstSince,
  listChains,
  listRestores,
  readChain,
} from './auditLog.ts'

/** A place in a chain that was written down elsewhere, and when. */
export interface Anchor extends ChainPlace {
  readonly deployment: string
  readonly at: Date
}

/** The state of one chain. */
export interface VerifiedChain {
  readonly deployment: string
  /** Entries that were looked at. */
  readonly entries: number
  /** The last entry that fits. */
  readonly place: ChainPlace
  /** Anchors that are met. */
  readonly anchors: number
  /** Anchors that are not met because the backup of a restore lacks what they name. */
  readonly explained: readonly string[]
  /** The first misfit, in a sentence; null where the chain is whole. */
  readonly misfit: string | null
}

interface Verification {
  /** One chain alone. */
  readonly deployment?: string | undefined
  /** Entries before this moment are taken for right. */
  readonly since?: Date | undefined
  readonly anchors?: readonly Anchor[]
}

/** Entries that are on their way at once. */
const batchSize = 2000
/** Entries after one that does not fit, by which its misfit is found. */
const lookAhead = 10_000

/** Recomputes the chains of the audit log, from their beginning or a moment on. */
export async function verifyAudit(
  executor: Executor,
  { deployment, since, anchors = [] }: Verification,
): Promise<readonly VerifiedChain[]> {
  const known = await listChains(executor)
  const named = new Set([...known, ...anchors.map((anchor) => anchor.deployment)])
  const chosen = [...named].filter((name) => deployment === undefined || name === deployment)
  const restores = await listRestores(executor)
  const verified: VerifiedChain[] = []
  for (const name of chosen.toSorted()) {
    const from = since && (await placeBefore(executor, name, since))
    verified.push(await verifyChain(executor, name, { from, anchors, restores }))
  }
  return verified
}

/** The place before the first entry since a moment; the end of the chain where there is none. */
async function placeBefore(
  executor: Executor,
  name: string,
  since: Date,
): Promise<ChainPlace | undefined> {
  const first = await firstSince(executor, name, since)
  if (first === undefined) return findHead(executor, name)
  return findChainAt(executor, name, first - 1)
}

interface ChainVerification {
  /** A place that is taken for right; the beginning without one. */
  readonly from?: ChainPlace | undefined
  readonly anchors?: readonly Anchor[]
  readonly restores?: readonly AuditedRestore[]
}

/** Recomputes one chain, entry by entry, up to its head. */
export async function verifyChain(
  executor: Executor,
  name: string,
  { from, anchors = [], restores = [] }: ChainVerification,
): Promise<VerifiedChain> {
  const start = from ?? chainStart(name)
  const ours = anchors
    .filter((anchor) => anchor.deployment === name && anchor.seq >= start.seq)
    .toSorted((one, other) => one.seq - other.seq)
  const unmet: Anchor[] = ours.filter((anchor) => anchor.seq === start.seq && !isMet(anchor, start))
  const walk = new ChainWalk(start)
  const meets = (entry: ChainedEntry) => {
    for (const anchor of anchorsAt(ours, entry.seq)) if (!isMet(anchor, entry)) unmet.push(anchor)
  }
  const found = await walkChain(executor, name, { walk, meets, isAll: from === undefined })
  const { place } = walk
  const gone = ours.filter(({ seq }) => seq > place.seq)
  const excuses = [...unmet, ...(found === null ? gone : [])].map((anchor) => ({
    anchor,
    restore: restoreBehind(anchor, restores),
  }))
  const explained = excuses.flatMap(({ anchor, restore }) =>
    restore ? [explanationOf(anchor, restore)] : [],
  )
  const broken = excuses.find(({ restore }) => restore === undefined)?.anchor
  return {
    deployment: name,
    entries: place.seq - start.seq,
    place,
    anchors: ours.length - unmet.length - gone.length,
    explained,
    misfit: found ?? (broken ? unmetSentence(broken, place) : null),
  }
}

interface Walking {
  readonly walk: ChainWalk
  readonly meets: (entry: ChainedEntry) => void
  /** True from the beginning: then no entry may come before the first number. */
  readonly isAll: boolean
}

/** Returns the first misfit in a sentence, or null at a head that agrees. */
async function walkChain(
  executor: Executor,
  name: string,
  { walk, meets, isAll }: Walking,
): Promise<string | null> {
  let after: { readonly seq: number; readonly id?: number } | null = isAll
    ? null
    : { seq: walk.place.seq }
  for (;;) {
    const part: readonly ChainedEntry[] = await readChain(executor, name, {
      after,
      limit: batchSize,
    })
    for (const entry of part) {
      if (walk.take(entry)) meets(entry)
      else return misfitAt(executor, walk, entry)
    }
    after = part.at(-1) ?? after
    if (part.length === batchSize) continue
    // Read after the entries: an act that commits meanwhile moves both.
    const head = await findHead(executor, name)
    const isAhead = head !== undefined && head.seq > walk.place.seq
    const hasMore = isAhead && (await readChain(executor, name, { after, limit: 1 })).length > 0
    if (!hasMore) return headMisfit(head, walk.place)
  }
}

async function misfitAt(executor: Executor, walk: ChainWalk, entry: ChainedEntry): Promise<string> {
  const next = await readChain(executor, entry.deployment, { after: entry, limit: lookAhead })
  const { misfit, seq } = walk.misfitOf(entry, next)
  const verb = misfit === 'missing' || misfit === 'out of order' ? 'is' : 'was'
  return `entry ${numbered(seq)} ${verb} ${misfit}.`
}

/** The misfit of a head after the last entry; null where it agrees. */
function headMisfit(head: ChainPlace | undefined, { seq, chain }: ChainPlace): string | null {
  const last = `the last entry is ${numbered(seq)}`
  if (head === undefined) return seq === 0 ? null : `the head is missing: ${last}.`
  const at = numbered(head.seq)
  if (head.seq > seq) return `entry ${numbered(seq + 1)} is missing: the head is at ${at}.`
  if (head.seq < seq) return `the head disagrees: it is at ${at}, and ${last}.`
  return head.chain.equals(chain) ? null : `the head disagrees with entry ${at}, the last one.`
}

function anchorsAt(sorted: readonly Anchor[], seq: number): readonly Anchor[] {
  const at = firstFrom(sorted, seq)
  const to = firstFrom(sorted, seq + 1)
  return sorted.slice(at, to)
}

/** The index of the first anchor whose number is not below. */
function firstFrom(sorted: readonly Anchor[], seq: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as Anchor).seq < seq) low = middle + 1
    else high = middle
  }
  return low
}

function isMet({ chain }: Anchor, place: ChainPlace): boolean {
  return chain.equals(place.chain)
}

/** The restore after the anchor whose backup ends before it. */
function restoreBehind(
  { at, deployment, seq }: Anchor,
  restores: readonly AuditedRestore[],
): AuditedRestore | undefined {
  return restores.find((restore) => restore.at > at && seq > (restore.heads[deployment] ?? 0))
}

function explanationOf({ seq, at }: Anchor, restore: AuditedRestore): string {
  return `The anchor at ${numbered(seq)} of ${at.toISOString()} is explained by the restore of ${restore.at.toISOString()}.`
}

function unmetSentence({ seq, at }: Anchor, last: ChainPlace): string {
  const ofAnchor = `by the anchor of ${at.toISOString()}`
  if (seq <= last.seq) {
    return `entries up to ${numbered(seq)} were rewritten, ${ofAnchor}.`
  }
  const gone = seq - last.seq
  const entries = gone === 1 ? '1 entry' : `${numbered(gone)} entries`
  return `${entries} after ${numbered(last.seq)} ${gone === 1 ? 'is' : 'are'} gone, ${ofAnchor}.`
}

function numbered(value: number): string {
  return value.toLocaleString('en')
}
