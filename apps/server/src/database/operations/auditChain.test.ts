import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ChainedEntry, type ChainPlace, chainStart, placeAfter } from './auditChain.ts'

/** As the chain is written down, apart from the code. */
function chained(count: number): ChainedEntry[] {
  const entries: ChainedEntry[] = []
  let before: Buffer = hash('sha256', 'local', 'buffer')
  for (let seq = 1; seq <= count; seq += 1) {
    const entry = linked(before, seq, seq % 2 === 0 ? 'ada' : 'bén')
    entries.push(entry)
    before = entry.chain
  }
  return entries
}

function linked(before: Buffer, seq: number, who: string): ChainedEntry {
  const at = `2026-11-21T10:00:00.00000${seq % 10}Z`
  const texts = [String(seq), at, who, 'flood', 'ip-bans add', 'local', 'ip ban 2']
  const fields = [...texts, '{"a": 1}', 'command line', '-', '-', '-', 'false']
  const text = fields.map((each) => (each === '-' ? '-' : `${Buffer.byteLength(each)}:${each}`))
  const chain = hash('sha256', Buffer.concat([before, Buffer.from(text.join(''))]), 'buffer')
  return { ...plain, at, who, id: 100 + seq, seq, chain }
}

const plain = {
  why: 'flood',
  command: 'ip-bans add',
  deployment: 'local',
  subject: 'ip ban 2',
  details: '{"a": 1}',
  via: 'command line',
  staff_key: null,
  session_id: null,
  approved_by: null,
  alone: false,
}

/** The number of the first entry that does not fit; null where all do. */
function misfitIn(entries: readonly ChainedEntry[]): number | null {
  let place: ChainPlace | null = chainStart('local')
  for (const entry of entries.toSorted((one, other) => one.seq - other.seq || one.id - other.id)) {
    place = placeAfter(place, entry)
    if (place === null) return entry.seq
  }
  return null
}

const whole = chained(400)
/** The entries with other numbers, and none where there is no number. */
const renumbered = (numberOf: (seq: number) => number | null) =>
  whole.flatMap((entry) => {
    const seq = numberOf(entry.seq)
    return seq === null ? [] : [{ ...entry, seq }]
  })

describe('a chain', () => {
  it('is whole as it was written', () => {
    expect(misfitIn(whole)).toBeNull()
    expect(misfitIn([])).toBeNull()
  })

  it.each([
    ['at', '2026-11-21T10:00:00.000009Z'],
    ['who', 'eve'],
    ['why', ''],
    ['command', 'ip-bans'],
    ['deployment', 'prod'],
    ['subject', 'ip ban 3'],
    ['details', '{"a": 2}'],
    ['via', 'console'],
    ['staff_key', '0a'],
    ['session_id', 1],
    ['approved_by', '-'],
    ['alone', true],
  ])('names the entry whose field "%s" was changed', (field, value) => {
    const changed = whole.map((entry) => (entry.seq === 7 ? { ...entry, [field]: value } : entry))
    expect(misfitIn(changed)).toBe(7)
  })

  it('finds a value that moved from one field to the next', () => {
    const moved = { subject: 'ip ban 2{"a"', details: ': 1}' }
    const changed = whole.map((entry) => (entry.seq === 7 ? { ...entry, ...moved } : entry))
    expect(misfitIn(changed)).toBe(7)
  })

  it('names the last entry that was changed', () => {
    const changed = whole.map((entry) => (entry.seq === 400 ? { ...entry, why: 'x' } : entry))
    expect(misfitIn(changed)).toBe(400)
  })

  it('breaks behind an entry that is missing, also where later ones took its number', () => {
    const gap = renumbered((seq) => (seq === 7 || seq === 8 ? null : seq))
    expect(misfitIn(gap)).toBe(9)
    const closed = renumbered((seq) => (seq < 7 ? seq : seq < 9 ? null : seq - 2))
    expect(misfitIn(closed)).toBe(7)
  })

  it.each([
    ['neighbours', 7, 8],
    ['the first and the last', 1, 400],
    ['others', 7, 200],
  ])('breaks at the first of two numbers that were swapped: %s', (_, one, other) => {
    const swapped = renumbered((seq) => (seq === one ? other : seq === other ? one : seq))
    expect(misfitIn(swapped)).toBe(one)
  })

  it('breaks at the place of an entry that was moved', () => {
    const moved = renumbered((seq) => (seq === 7 ? 20 : seq > 7 && seq <= 20 ? seq - 1 : seq))
    expect(misfitIn(moved)).toBe(7)
    expect(misfitIn(renumbered((seq) => (seq === 7 ? 999 : seq)))).toBe(8)
  })

  it.each([
    ['with a wrong chain', Buffer.alloc(32), 7],
    ['with the right chain', linked(whole[5]?.chain as Buffer, 7, 'eve').chain, 8],
  ])('breaks at or behind an entry that was put between others %s', (_, chain, broken) => {
    const [model] = whole.slice(6) as [ChainedEntry]
    const later = renumbered((seq) => (seq < 7 ? seq : seq + 1))
    expect(misfitIn([...later, { ...model, who: 'eve', id: 9999, chain }])).toBe(broken)
  })

  it('breaks at an entry with a number that is used, or below the first', () => {
    const [model] = whole.slice(6) as [ChainedEntry]
    expect(misfitIn([...whole, { ...model, id: 9999 }])).toBe(7)
    expect(misfitIn([...whole, { ...model, seq: 0 }])).toBe(0)
  })
})
