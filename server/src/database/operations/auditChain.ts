import { hash } from 'node:crypto'

/*
 * The chain of the audit log, computed apart from the database: each entry has the SHA-256 of the
 * chain before it and of its own fields, as the trigger of 0004-audit-chain.sql computes it.
 */

/** An entry as the chain reads it; `at` has the microseconds of the database. */
export interface ChainedEntry {
  readonly id: number
  readonly seq: number
  readonly chain: Buffer
  readonly at: string
  readonly who: string
  readonly why: string
  readonly command: string
  readonly deployment: string
  readonly subject: string
  /** The text of the database. */
  readonly details: string
  readonly via: string
  /** In hexadecimal. */
  readonly staff_key: string | null
  readonly session_id: number | null
  readonly approved_by: string | null
  readonly alone: boolean
}

/** A place in a chain: the number of an entry, and the chain up to it. */
export interface ChainPlace {
  readonly seq: number
  readonly chain: Buffer
}

export type MisfitKind = 'changed' | 'missing' | 'inserted' | 'out of order'

/** The first entry that does not fit. */
export interface Misfit {
  readonly misfit: MisfitKind
  readonly seq: number
}

/** The place before the first entry. */
export function chainStart(name: string): ChainPlace {
  return { seq: 0, chain: hash('sha256', name, 'buffer') }
}

/** The chain up to an entry, if it had this number. */
function chainOf(before: Buffer, entry: ChainedEntry, seq: number): Buffer {
  const fields = [
    String(seq),
    entry.at,
    entry.who,
    entry.why,
    entry.command,
    entry.deployment,
    entry.subject,
    entry.details,
    entry.via,
    entry.staff_key,
    entry.session_id === null ? null : String(entry.session_id),
    entry.approved_by,
    String(entry.alone),
  ]
  const texts = fields.map((field) =>
    field === null ? '-' : `${Buffer.byteLength(field)}:${field}`,
  )
  return hash('sha256', Buffer.concat([before, Buffer.from(texts.join(''))]), 'buffer')
}

function fits(before: Buffer | undefined, entry: ChainedEntry, seq = entry.seq): boolean {
  return before !== undefined && chainOf(before, entry, seq).equals(entry.chain)
}

/** Numbers by which inserted or removed entries may have moved what follows them. */
const farthestShift = 100

/** Goes along a chain, from a place that is known to be right. */
export class ChainWalk {
  #seq: number
  /** The chains up to the last entries, the newest last. */
  readonly #chains: Buffer[]

  constructor({ seq, chain }: ChainPlace) {
    this.#seq = seq
    this.#chains = [chain]
  }

  /** The last entry that fits. */
  get place(): ChainPlace {
    return { seq: this.#seq, chain: this.#last }
  }

  get #last(): Buffer {
    return this.#chains.at(-1) as Buffer
  }

  /** Takes the next entry; false, and stays where it was, when it does not fit. */
  take(entry: ChainedEntry): boolean {
    if (entry.seq !== this.#seq + 1 || !fits(this.#last, entry)) return false
    this.#seq = entry.seq
    this.#chains.push(entry.chain)
    if (this.#chains.length > 2 * farthestShift) this.#chains.splice(0, farthestShift)
    return true
  }

  /** Names the misfit of an entry that does not fit, by those after it. */
  misfitOf(entry: ChainedEntry, after: readonly ChainedEntry[]): Misfit {
    const seq = this.#seq + 1
    if (entry.seq < seq) return { misfit: 'inserted', seq: entry.seq }
    const place = [entry, ...after].findIndex((each) => fits(this.#last, each, seq))
    if (entry.seq > seq) return { misfit: place === -1 ? 'missing' : 'out of order', seq }
    const moved = after[place - 1]
    if (moved) {
      const before = place === 1 ? moved : after[place - 2]
      const isOurs = fits(moved.chain, entry, seq + 1) || fits(before?.chain, entry, moved.seq)
      return { misfit: isOurs ? 'out of order' : 'inserted', seq }
    }
    const shifts = Array.from({ length: farthestShift }, (_, nth) => nth + 1)
    const inserted = shifts.find((by) => fits(this.#chains.at(-1 - by), entry, seq - by))
    if (inserted !== undefined) return { misfit: 'inserted', seq: seq - inserted }
    const [next] = after
    const hasMoved =
      next &&
      !fits(entry.chain, next) &&
      shifts.some((by) => fits(entry.chain, next, next.seq + by))
    return { misfit: hasMoved === true ? 'missing' : 'changed', seq }
  }
}
