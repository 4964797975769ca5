import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type CompressedBody, encodingOf } from './compressHtml.ts'

const packers = {
  br: (page: string) => brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (page: string) => promisify(gzip)(page, { level: quality }),
}
const brotli = promisify(brotliCompress)

/** A page for one player is waited for: a tenth larger in half the time. */
const quality = 4

/** A page that is sent once, compressed beside the requests of others. */
export async function compressOnce(html: string, accepted: string): Promise<CompressedBody> {
  const encoding = encodingOf(accepted)
  if (encoding === undefined) return { headers: {}, body: Buffer.from(html) }
  return { headers: { 'content-encoding': encoding }, body: await packers[encoding](html) }
}
