import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { type CompressedBody, isAccepted } from './compressParts.ts'

/** Parts of so many characters are kept: what pages of one build have in common is that long. */
const longest = 50_000
/** How many are kept: a build has two, and two builds may be served while one follows the other. */
const maxPending = 4

/** The start of a file of RFC 1952: deflated, without a name or a date, of an unknown system. */
const opening = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const ending = Buffer.from([3, 0])

type Compress = (page: readonly string[], accepted: string) => Promise<CompressedBody>

/**
 * Compresses pages that are sent once, beside the requests of others. A part that many of them have in
 * common, the portal's script, is compressed once: parts of a gzip file know nothing of each other.
 */
export function createCompressOnce(): Compress {
  const kept = new Map<string, Promise<Packed>>()

  function packedOnce(part: string): Promise<Packed> {
    if (part.length < longest) return pack(part, 6)
    const known = kept.get(part) ?? pack(part, 9)
    if (kept.size >= maxPending && !kept.has(part)) kept.clear()
    kept.set(part, known)
    return known
  }

  return async (page, accepted) => {
    if (!isAccepted(accepted, 'gzip')) {
      return { headers: {}, parts: page.map((part) => Buffer.from(part)) }
    }
    const packed = await Promise.all(page.map(packedOnce))
    const check = Buffer.alloc(8)
    check.writeUInt32LE(packed.reduce((sum, { text }) => crc32(text, sum), 0))
    check.writeUInt32LE(
      packed.reduce((sum, { text }) => sum + text.length, 0),
      4,
    )
    const parts = packed.map(({ bytes }, index) =>
      Buffer.concat([
        ...(index === 0 ? [opening] : []),
        bytes,
        ...(index === packed.length - 1 ? [ending, check] : []),
      ]),
    )
    return { headers: { 'content-encoding': 'gzip' }, parts }
  }
}

interface Packed {
  readonly text: Buffer
  readonly bytes: Buffer
}

async function pack(part: string, level: number): Promise<Packed> {
  const text = Buffer.from(part)
  const finishFlush = constants.Z_FULL_FLUSH
  return { text, bytes: await promisify(deflateRaw)(text, { level, finishFlush }) }
}
