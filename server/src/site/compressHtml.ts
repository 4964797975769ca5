import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The encodings of a page, best first. */
const packers = {
  br: (page: string) =>
    brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (page: string) => gzipSync(page),
}

/** Nearly the smallest size, in a fiftieth of the time. */
const quality = 5
/** The number of compressed pages in memory: as many as a few deployments have. */
const kept = 256
const packed = new Map<string, Buffer>()

export interface CompressedPage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A page in the best encoding that the browser accepts. The same page is compressed once. */
export function compressHtml(page: string, accepted: string): CompressedPage {
  const vary = { vary: 'accept-encoding' }
  const encoding = (['br', 'gzip'] as const).find((name) => isAccepted(accepted, name))
  if (encoding === undefined) return { headers: vary, body: page }
  const name = `${encoding} ${page}`
  const known = packed.get(name)
  const body = known ?? packers[encoding](page)
  if (known === undefined) {
    if (packed.size >= kept) packed.clear()
    packed.set(name, body)
  }
  return { headers: { ...vary, 'content-encoding': encoding }, body }
}

function isAccepted(accepted: string, encoding: string): boolean {
  return accepted
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
