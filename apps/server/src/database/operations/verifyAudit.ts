import type { Executor } from '../schema/executor.ts'
import { type ChainedEntry, type ChainPlace, chainStart, placeAfter } from './auditChain.ts'
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
  /** Where it is broken, in a sentence; null where it is whole. */
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
  const meets = (entry: ChainedEntry) => {
    for (const anchor of anchorsAt(ours, entry.seq)) if (!isMet(anchor, entry)) unmet.push(anchor)
  }
  const { place, misfit } = await walkChain(executor, name, {
    start,
    meets,
    isAll: from === undefined,
  })
  const gone = ours.filter(({ seq }) => seq > place.seq)
  const excuses = [...unmet, ...(misfit === null ? gone : [])].map((anchor) => ({
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
    misfit: misfit ?? (broken ? unmetSentence(broken, place) : null),
  }
}

interface Walking {
  readonly start: ChainPlace
  readonly meets: (entry: ChainedEntry) => void
  /** True from the beginning: then no entry may come before the first number. */
  readonly isAll: boolean
}

/** Goes along a chain up to the first entry that does not fit, or to its head. */
async function walkChain(
  executor: Executor,
  name: string,
  { start, meets, isAll }: Walking,
): Promise<Pick<VerifiedChain, 'place' | 'misfit'>> {
  let place = start
  let after: { readonly seq: number; readonly id?: number } | null = isAll
    ? null
    : { seq: start.seq }
  for (;;) {
    const part: readonly ChainedEntry[] = await readChain(executor, name, {
      after,
      limit: batchSize,
    })
    for (const entry of part) {
      const next = placeAfter(place, entry)
      if (next === null) return { place, misfit: brokenAt(Math.min(entry.seq, place.seq + 1)) }
      meets(entry)
      place = next
    }
    after = part.at(-1) ?? after
    if (part.length === batchSize) continue
    // Read after the entries: an act that commits meanwhile moves both.
    const head = await findHead(executor, name)
    const isAhead = head !== undefined && head.seq > place.seq
    const hasMore = isAhead && (await readChain(executor, name, { after, limit: 1 })).length > 0
    if (!hasMore) return { place, misfit: headMisfit(head, place) }
  }
}

/** The misfit of a head after the last entry; null where it agrees. */
function headMisfit(head: ChainPlace | undefined, { seq, chain }: ChainPlace): string | null {
  if (head === undefined && seq === 0) return null
  if (head !== undefined && head.seq > seq) return brokenAt(seq + 1)
  return head?.seq === seq && head.chain.equals(chain)
    ? null
    : `broken at its head, after entry ${numbered(seq)}.`
}

function brokenAt(seq: number): string {
  return `broken at entry ${numbered(seq)}.`
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

/** The entry of an anchor, or the first one that is gone before it. */
function unmetSentence({ seq, at }: Anchor, last: ChainPlace): string {
  const entry = Math.min(seq, last.seq + 1)
  return `broken at entry ${numbered(entry)}, by the anchor of ${at.toISOString()}.`
}

function numbered(value: number): string {
  return value.toLocaleString('en')
}
