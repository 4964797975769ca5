import { type ChildProcess, fork } from 'node:child_process'
import { OverloadedError } from '../../platform/apiError.ts'

type Format = 'png' | 'jpeg' | 'webp'

export interface PictureOrder {
  readonly bytes: Uint8Array
  readonly format: Format
  /** The most memory of the process. */
  readonly megabytes: number
}

export type PictureAnswer =
  | { readonly outcome: 'encoded'; readonly squares: readonly [Uint8Array, Uint8Array] }
  | { readonly outcome: 'too-large' | 'unreadable' }

/** `cut-off`: the process took too long or too much memory, or crashed. */
type EncodedUpload = PictureAnswer | { readonly outcome: 'unknown-type' | 'cut-off' }

interface EncoderBounds {
  readonly milliseconds: number
  readonly megabytes: number
  /** Processes at a time, and uploads that may wait for one. */
  readonly running: number
  readonly waiting: number
}

const defaultBounds: EncoderBounds = {
  milliseconds: 10_000,
  // One at a time beside a server: both fit into the memory that the samples of deploy/ allow.
  megabytes: 320,
  running: 1,
  waiting: 20,
}

/** Makes WebP squares of 256 and 64 pixels of a PNG, JPEG or WebP file; metadata are left out. */
export type UploadEncoder = (bytes: Uint8Array) => Promise<EncodedUpload>

/**
 * An encoder that reads each file in a process of its own, bounded in time and memory. Throws an
 * OverloadedError when too many files wait.
 */
export function createUploadEncoder(changes: Partial<EncoderBounds> = {}): UploadEncoder {
  const bounds = { ...defaultBounds, ...changes }
  const waiting: (() => void)[] = []
  let running = 0

  async function takeTurn(): Promise<void> {
    if (running < bounds.running) running += 1
    else if (waiting.length >= bounds.waiting) throw new OverloadedError()
    else await new Promise<void>((go) => void waiting.push(go))
  }

  /** The next one takes over the place of the one before. */
  function endTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (bytes) => {
    const format = formatOf(bytes)
    if (format === null) return { outcome: 'unknown-type' }
    await takeTurn()
    try {
      return await inProcess({ bytes, format, megabytes: bounds.megabytes }, bounds.milliseconds)
    } finally {
      endTurn()
    }
  }
}

const program = new URL('./decodingProcess.ts', import.meta.url)

function inProcess(order: PictureOrder, milliseconds: number): Promise<EncodedUpload> {
  const child: ChildProcess = fork(program, [], {
    // It gets no secrets of ours.
    env: {},
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: milliseconds,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as PictureAnswer))
    // After an answer these change nothing.
    child.once('exit', () => resolve({ outcome: 'cut-off' }))
    child.once('error', () => resolve({ outcome: 'cut-off' }))
    // A process that is gone already has said so.
    child.send(order, () => undefined)
  })
}

/** The format by the first bytes of a file; null for every other one. */
function formatOf(bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  return /^RIFF[^]{4}WEBP/.test(start) ? 'webp' : null
}
