import { finished } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE } = constants
const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/** What a browser is sent, in parts that can be read when they are there. */
export interface CompressedBody {
  readonly headers: { readonly 'content-encoding'?: Encoding }
  readonly parts: readonly Buffer[]
}

const packers = {
  br: (size: number, quality: number) =>
    createBrotliCompress({
      params: {
        [BROTLI_PARAM_QUALITY]: quality,
        [BROTLI_PARAM_SIZE_HINT]: size,
        [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (_: number, level: number) => createGzip({ level }),
}

const flushes = { br: constants.BROTLI_OPERATION_FLUSH, gzip: constants.Z_SYNC_FLUSH }

/**
 * Compresses the parts of a page beside the main thread, as one stream in which each part ends: a
 * browser shows what it has without waiting for the next.
 */
export async function compressParts(
  parts: readonly Buffer[],
  encoding: Encoding,
  quality: number,
): Promise<readonly Buffer[]> {
  const packer = packers[encoding](sizeOf(parts), quality)
  const made: Buffer[] = []
  packer.on('data', (chunk: Buffer) => made.push(chunk))
  const packed: Buffer[] = []
  for (const part of parts.slice(0, -1)) {
    packer.write(part)
    await new Promise<void>((next) => {
      packer.flush(flushes[encoding], next)
    })
    packed.push(Buffer.concat(made.splice(0)))
  }
  packer.end(parts.at(-1))
  await finished(packer)
  return [...packed, Buffer.concat(made)]
}

export function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** The best encoding that a browser accepts; undefined for none of ours. */
export function encodingOf(accepted: string): Encoding | undefined {
  return encodings.find((name) => isAccepted(accepted, name))
}

/** Whether a browser accepts an encoding. */
export function isAccepted(accepted: string, encoding: string): boolean {
  return accepted
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
