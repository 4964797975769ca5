import { inOwnProcess, type ProcessBounds } from './ownProcess.ts'

type Format = 'png' | 'jpeg' | 'webp'

export interface PictureOrder {
  readonly bytes: Uint8Array
  readonly format: Format
}

export type PictureAnswer =
  | { readonly outcome: 'encoded'; readonly squares: readonly [Uint8Array, Uint8Array] }
  | { readonly outcome: 'too-large' | 'unreadable' }

/** `cut-off`: the process took too long or too much memory, or crashed. */
type EncodedUpload = PictureAnswer | { readonly outcome: 'unknown-type' | 'cut-off' }

const defaultBounds: ProcessBounds = {
  milliseconds: 10_000,
  // One at a time beside a server: both fit into the memory that the samples of deploy/ allow.
  megabytes: 320,
  running: 1,
  waiting: 20,
}

/** Makes WebP squares of 256 and 64 pixels of a PNG, JPEG or WebP file; metadata are left out. */
export type UploadEncoder = (bytes: Uint8Array) => Promise<EncodedUpload>

/**
 * An encoder that reads each file in its own process, bounded in time and memory. Throws an
 * OverloadedError when too many files wait.
 */
export function createUploadEncoder(changes: Partial<ProcessBounds> = {}): UploadEncoder {
  const program = new URL('./decodingProcess.ts', import.meta.url)
  const encode = inOwnProcess<PictureAnswer>(program, {
    ...defaultBounds,
    ...changes,
  })
  return async (bytes) => {
    const format = formatOf(bytes)
    if (format === null) return { outcome: 'unknown-type' }
    return (await encode({ bytes, format } satisfies PictureOrder)) ?? { outcome: 'cut-off' }
  }
}

/** The format by the first bytes of a file; null for every other one. */
function formatOf(bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  return /^RIFF[^]{4}WEBP/.test(start) ? 'webp' : null
}
