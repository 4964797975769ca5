import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** How a browser takes a page, best first. */
const compressors = {
  br: (page: string) =>
    brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (page: string) => gzipSync(page),
}

/** Nearly as small as it gets, in a fiftieth of the time. */
const quality = 5
/** As many as a few deployments have. */
const maxKept = 256
const compressed = new Map<string, Buffer>()

export interface CompressedPage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A page as it is sent to a browser that accepts these encodings. The same page is compressed once. */
export function compressHtml(page: string, accepted: string): CompressedPage {
  const vary = { vary: 'accept-encoding' }
  const encoding = (['br', 'gzip'] as const).find((name) => isAccepted(accepted, name))
  if (encoding === undefined) return { headers: vary, body: page }
  const name = `${encoding} ${page}`
  const known = compressed.get(name)
  const body = known ?? compressors[encoding](page)
  if (known === undefined) {
    if (compressed.size >= maxKept) compressed.clear()
    compressed.set(name, body)
  }
  return { headers: { ...vary, 'content-encoding': encoding }, body }
}

function isAccepted(accepted: string, encoding: string): boolean {
  return accepted
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
