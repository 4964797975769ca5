import { type FileHandle, open } from 'node:fs/promises'
import { SettingsError } from '../platform/config/settings.ts'

/* A file of JSON lines outside of the database, which only grows. */

const endBytes = 65_536

/** Opens the file that a setting names; throws a SettingsError that names the remedy. */
export async function openLineFile(path: string, setting: string): Promise<FileHandle> {
  return open(path, 'a+', 0o600).catch((cause: Error) => {
    if (isFull(cause)) throw cause
    const remedy = 'Name a file in a folder that exists and that this process may write.'
    throw new SettingsError(`${setting} cannot be written: ${cause.message}. ${remedy}`, { cause })
  })
}

/** True for an error of a disk that takes no more. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

export async function appendLines(file: FileHandle, part: readonly object[]): Promise<void> {
  if (part.length === 0) return
  const end = await endOf(file)
  // A line that a full disk has cut off is written again.
  const cutOff = end === '' || end.endsWith('\n') ? '' : '\n'
  await file.appendFile(`${cutOff}${part.map((each) => JSON.stringify(each)).join('\n')}\n`)
  await file.datasync()
}

/** Returns whether neither the beginning nor the end of a line is missing. */
export function isWhole(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}')
}

/** The end of the file, far longer than any line. */
export async function endOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const length = Math.min(size, endBytes)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.toString('utf8')
}
