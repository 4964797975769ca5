import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib'

/** A page on its way to a browser, in parts that can be read when they are there. */
export interface CompressedBody {
  readonly headers: { readonly 'content-encoding'?: 'br' | 'gzip' }
  readonly parts: readonly Buffer[]
}

/** A page, ready for the browsers that ask for it. */
export interface CompressedHtml {
  /** The memory that it takes, in bytes. */
  readonly size: number
  /** Its bytes for a browser that accepts these encodings. */
  readonly bodyFor: (accepted: string) => Promise<CompressedBody>
}

/**
 * Compresses a page beside the main thread, and keeps nothing but that. Its first visitors get it
 * nearly as small as it gets, in a fiftieth of the time; `later` is given the rest of the work.
 * Encodings that few browsers ask for are made of the kept one.
 */
export async function compressHtml(
  page: readonly string[],
  later: (work: () => Promise<void>) => void,
): Promise<CompressedHtml> {
  const parts = page.map((part) => Buffer.from(part))
  const sizes = parts.map(({ length }) => length)
  let small = await brotli(parts, 5)
  let zipped: Promise<readonly Buffer[]> | undefined
  const plain = async () => {
    const whole = await promisify(brotliDecompress)(Buffer.concat(small))
    return cutInto(whole, sizes)
  }
  later(async () => {
    small = await brotli(await plain(), 11)
  })
  return {
    get size() {
      return sizeOf(small) * (zipped === undefined ? 1 : 2)
    },
    async bodyFor(accepted) {
      if (isAccepted(accepted, 'br')) return { headers: { 'content-encoding': 'br' }, parts: small }
      if (!isAccepted(accepted, 'gzip')) return { headers: {}, parts: await plain() }
      zipped ??= plain().then((texts) => gzip(texts.map((text) => pack(text, 6))))
      return { headers: { 'content-encoding': 'gzip' }, parts: await zipped }
    },
  }
}

function cutInto(whole: Buffer, sizes: readonly number[]): readonly Buffer[] {
  let at = 0
  return sizes.map((size) => whole.subarray(at, (at += size)))
}

/** One stream in which each part ends: a browser shows what it has without waiting for the next. */
async function brotli(parts: readonly Buffer[], quality: number): Promise<readonly Buffer[]> {
  const packer = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: sizeOf(parts),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
  const made: Buffer[] = []
  packer.on('data', (chunk: Buffer) => made.push(chunk))
  const packed: Buffer[] = []
  for (const part of parts.slice(0, -1)) {
    packer.write(part)
    await new Promise<void>((next) => {
      packer.flush(constants.BROTLI_OPERATION_FLUSH, next)
    })
    packed.push(Buffer.concat(made.splice(0)))
  }
  packer.end(parts.at(-1))
  await finished(packer)
  return [...packed, Buffer.concat(made)]
}

/** Parts of so many characters are kept: what pages of one build have in common is that long. */
const longest = 50_000
/** How many are kept: a build has two, and two builds may be served while one follows the other. */
const mostKept = 4

/** For pages that are sent once. A part that many share, the script, is compressed once. */
export function createCompressOnce() {
  const kept = new Map<string, Promise<Packed>>()

  function packedOnce(part: string): Promise<Packed> {
    if (part.length < longest) return pack(Buffer.from(part), 6)
    const known = kept.get(part) ?? pack(Buffer.from(part), 9)
    if (kept.size >= mostKept && !kept.has(part)) kept.clear()
    kept.set(part, known)
    return known
  }

  return async (page: readonly string[], accepted: string): Promise<CompressedBody> =>
    isAccepted(accepted, 'gzip')
      ? { headers: { 'content-encoding': 'gzip' }, parts: await gzip(page.map(packedOnce)) }
      : { headers: {}, parts: page.map((part) => Buffer.from(part)) }
}

interface Packed {
  readonly text: Buffer
  readonly bytes: Buffer
}

async function pack(text: Buffer, level: number): Promise<Packed> {
  const finishFlush = constants.Z_FULL_FLUSH
  return { text, bytes: await promisify(deflateRaw)(text, { level, finishFlush }) }
}

/** The start of a file of RFC 1952: deflated, without a name or a date, of an unknown system. */
const opening = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const ending = Buffer.from([3, 0])

async function gzip(packing: readonly Promise<Packed>[]): Promise<readonly Buffer[]> {
  const packed = await Promise.all(packing)
  const texts = packed.map(({ text }) => text)
  const check = Buffer.alloc(8)
  check.writeUInt32LE(
    texts.reduce((sum, text) => crc32(text, sum), 0),
    0,
  )
  check.writeUInt32LE(sizeOf(texts), 4)
  return packed.map(({ bytes }, index) =>
    Buffer.concat([
      ...(index === 0 ? [opening] : []),
      bytes,
      ...(index === packed.length - 1 ? [ending, check] : []),
    ]),
  )
}

export function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

function isAccepted(accepted: string, encoding: string): boolean {
  return accepted
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
