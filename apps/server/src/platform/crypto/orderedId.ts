import { randomBytes } from './random.ts'

let last = 0n

/**
 * An id that sorts behind every earlier one of this process, however fast they follow each other, and by
 * its millisecond among those of others: a UUID of version 7 (RFC 9562), whose random bits count.
 */
export function orderedId(now: Date): string {
  // Milliseconds, and a counter of twelve bits behind them. The clock may have been set back.
  const moment = BigInt(now.getTime()) << 12n
  last = moment > last ? moment : last + 1n
  const time = (last >> 12n).toString(16).padStart(12, '0')
  const counter = (last & 0xfffn).toString(16).padStart(3, '0')
  const chance = randomBytes(8)
  chance[0] = ((chance[0] ?? 0) & 0x3f) | 0x80
  const tail = chance.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
