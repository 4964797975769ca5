import { hash } from 'node:crypto'

/**
 * Remembers on which line a key was first seen, for more keys than a Map can hold (16.7 million).
 * A key takes 20 bytes twice over, outside the heap. It is compared by 128 bits of its SHA-256.
 */
export class SeenKeys {
  #slots = 1 << 12
  #count = 0
  #keys = new BigUint64Array(2 * this.#slots)
  #lines = new Uint32Array(this.#slots)

  /** Returns the line that had this key before; null, and remembers this line, where none had. */
  lineOf(key: string, line: number): number | null {
    const digest = hash('sha256', key, 'buffer')
    const [high, low] = [digest.readBigUInt64LE(0), digest.readBigUInt64LE(8)]
    const slot = this.#slotOf(high, low)
    const before = this.#lines[slot]
    if (before !== undefined && before !== 0) return before
    this.#put(slot, high, low, line)
    this.#count += 1
    if (this.#count * 2 > this.#slots) this.#grow()
    return null
  }

  /** The slot of a key, or the free one where it belongs. */
  #slotOf(high: bigint, low: bigint): number {
    const mask = this.#slots - 1
    let slot = Number(high & BigInt(mask))
    while (this.#lines[slot] !== 0) {
      if (this.#keys[2 * slot] === high && this.#keys[2 * slot + 1] === low) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  #put(slot: number, high: bigint, low: bigint, line: number): void {
    this.#keys[2 * slot] = high
    this.#keys[2 * slot + 1] = low
    this.#lines[slot] = line
  }

  #grow(): void {
    const [keys, lines] = [this.#keys, this.#lines]
    this.#slots *= 2
    this.#keys = new BigUint64Array(2 * this.#slots)
    this.#lines = new Uint32Array(this.#slots)
    for (const [slot, line] of lines.entries()) {
      if (line === 0) continue
      const [high = 0n, low = 0n] = [keys[2 * slot], keys[2 * slot + 1]]
      this.#put(this.#slotOf(high, low), high, low, line)
    }
  }
}
