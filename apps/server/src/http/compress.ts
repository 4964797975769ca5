import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page as it is sent to a browser. */
export interface CompressedBody {
  readonly headers: { readonly 'content-encoding'?: string }
  readonly body: Buffer
}

const compressors = {
  br: (page: string, quality: number) =>
    promisify(brotliCompress)(page, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (page: string, level: number) => promisify(gzip)(page, { level }),
} as const

/** The best of our encodings that a browser accepts; null for none. */
export function encodingOf(accepted: string): keyof typeof compressors | null {
  const names = new Set(
    accepted
      .split(',')
      .map((each) => each.split(';').map((part) => part.trim()))
      .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  )
  return (['br', 'gzip'] as const).find((name) => names.has(name)) ?? null
}

/** Compresses a page beside the main thread; `quality` is 1 to 9, where 9 is slow and small. */
export async function compress(
  page: string,
  encoding: ReturnType<typeof encodingOf>,
  quality: number,
): Promise<CompressedBody> {
  if (encoding === null) return { headers: {}, body: Buffer.from(page) }
  const body = await compressors[encoding](page, quality)
  return { headers: { 'content-encoding': encoding }, body }
}

/** A page that is sent many times: it is compressed once for each encoding, as small as it can be. */
export function keptBodies(page: string): (accepted: string) => Promise<CompressedBody> {
  const bodies = new Map<string | null, Promise<CompressedBody>>()
  return (accepted) => {
    const encoding = encodingOf(accepted)
    const body = bodies.get(encoding) ?? compress(page, encoding, 9)
    bodies.set(encoding, body)
    return body
  }
}
