import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE } = constants
const encodings = ['br', 'gzip'] as const

type Encoding = (typeof encodings)[number]

/** A page, ready for the browsers that ask for it. */
export interface CompressedHtml {
  /** What it takes of memory, in bytes. */
  readonly size: number
  /** Its bytes for a browser that accepts these encodings. */
  readonly bodyFor: (accepted: string) => Promise<CompressedBody>
}

export interface CompressedBody {
  readonly headers: { readonly 'content-encoding'?: Encoding }
  readonly body: Buffer
}

/**
 * Compresses a page beside the main thread, and keeps nothing but that. Its first visitors get it
 * nearly as small as it gets, in a fiftieth of the time; `later` is given the rest of the work.
 * Encodings that few browsers ask for are made of the kept one.
 */
export async function compressHtml(
  html: string,
  later: (work: () => Promise<void>) => void,
): Promise<CompressedHtml> {
  const page = Buffer.from(html)
  let small = await brotli(page, 5)
  let zipped: Promise<Buffer> | undefined
  later(async () => {
    small = await brotli(await promisify(brotliDecompress)(small), 11)
  })
  const plain = () => promisify(brotliDecompress)(small)
  return {
    get size() {
      return small.length * (zipped === undefined ? 1 : 2)
    },
    async bodyFor(accepted) {
      const encoding = encodingOf(accepted)
      if (encoding === undefined) return { headers: {}, body: await plain() }
      const headers = { 'content-encoding': encoding }
      if (encoding === 'br') return { headers, body: small }
      zipped ??= plain().then((text) => promisify(gzip)(text))
      return { headers, body: await zipped }
    },
  }
}

function brotli(page: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: page.length,
    [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return promisify(brotliCompress)(page, { params })
}

/** The best encoding that a browser accepts; undefined for none of ours. */
export function encodingOf(accepted: string): Encoding | undefined {
  return encodings.find((name) => isAccepted(accepted, name))
}

function isAccepted(accepted: string, encoding: string): boolean {
  return accepted
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
