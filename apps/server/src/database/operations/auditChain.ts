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

/** The place before the first entry. */
export function chainStart(name: string): ChainPlace {
  return { seq: 0, chain: hash('sha256', name, 'buffer') }
}

/** The place of an entry; null where the entry does not fit behind the place before it. */
export function placeAfter(before: ChainPlace, entry: ChainedEntry): ChainPlace | null {
  const fields = [
    String(entry.seq),
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
  const all = Buffer.concat([before.chain, Buffer.from(texts.join(''))])
  const fits = entry.seq === before.seq + 1 && hash('sha256', all, 'buffer').equals(entry.chain)
  return fits ? { seq: entry.seq, chain: entry.chain } : null
}
