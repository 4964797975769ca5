import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type CompressedBody, compressParts, encodingOf, sizeOf } from './compressParts.ts'

/** A page, ready for the browsers that ask for it. */
export interface CompressedHtml {
  /** What it takes of memory, in bytes. */
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
  let small = await compressParts(parts, 'br', 5)
  let zipped: Promise<readonly Buffer[]> | undefined
  const plain = async () => {
    const whole = await promisify(brotliDecompress)(Buffer.concat(small))
    return cutInto(whole, sizes)
  }
  later(async () => {
    small = await compressParts(await plain(), 'br', 11)
  })
  return {
    get size() {
      return sizeOf(small) * (zipped === undefined ? 1 : 2)
    },
    async bodyFor(accepted) {
      const encoding = encodingOf(accepted)
      if (encoding === undefined) return { headers: {}, parts: await plain() }
      const headers = { 'content-encoding': encoding }
      if (encoding === 'br') return { headers, parts: small }
      zipped ??= plain().then((text) => compressParts(text, 'gzip', 6))
      return { headers, parts: await zipped }
    },
  }
}

function cutInto(whole: Buffer, sizes: readonly number[]): readonly Buffer[] {
  let at = 0
  return sizes.map((size) => whole.subarray(at, (at += size)))
}
