import type { RenderedHtml } from '@gatehouse/contract/serverPages'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** How a browser takes a page, best first. */
const compressors = {
  br: (page: string) =>
    brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (page: string) => gzipSync(page),
}

/** Nearly as small as it gets, in a fiftieth of the time. */
const quality = 5
const compressed = new WeakMap<RenderedHtml, Map<string, Buffer>>()

export interface CompressedPage {
  readonly headers: { readonly vary: string; readonly 'content-encoding'?: string }
  readonly body: string | Buffer
}

/** A page as it is sent to a browser that accepts these encodings. A page that is kept is compressed once. */
export function compressHtml(page: RenderedHtml, accepted: string): CompressedPage {
  const vary = 'accept-encoding'
  const encoding = encodingOf(accepted)
  if (encoding === undefined) return { headers: { vary }, body: page.html }
  const known = compressed.get(page) ?? new Map<string, Buffer>()
  compressed.set(page, known)
  const body = known.get(encoding) ?? compressors[encoding](page.html)
  known.set(encoding, body)
  return { headers: { vary, 'content-encoding': encoding }, body }
}

/** The best encoding that a browser accepts; undefined for none of ours. */
export function encodingOf(accepted: string): 'br' | 'gzip' | undefined {
  return (['br', 'gzip'] as const).find((name) => isAccepted(accepted, name))
}

function isAccepted(accepted: string, encoding: string): boolean {
  return accepted
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
