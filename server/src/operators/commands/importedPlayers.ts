import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { emailError, usernameError } from '@gatehouse/contract/fields'
import { parse as parseCsv } from 'csv-parse'
import * as z from 'zod'
import { hashRefusal } from '../../auth/password/matchPassword.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'

const moment = z.iso
  .datetime({ offset: true, error: 'is no moment like 2026-11-21T00:00:00Z' })
  .transform((text) => new Date(text))
const text = z.string().min(1).max(1000)

const checked = (errorOf: (text: string) => string | null) =>
  z.string().superRefine((given, context) => {
    const message = errorOf(given)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/**
 * A player of another system. Omitted fields are unknown; a player without a hash needs a recovery
 * mail.
 */
const importedPlayer = z.strictObject({
  username: checked(usernameError),
  email: checked(emailError),
  passwordHash: checked(hashRefusal).optional(),
  firstname: text.optional(),
  lastname: text.optional(),
  dateOfBirth: z.iso.date().optional(),
  createdAt: moment.optional(),
  confirmedAt: moment.optional(),
  bannedAt: moment.optional(),
})

export type ImportedPlayer = z.output<typeof importedPlayer>

/** A line of the file, with its player or its error. */
export type ImportedLine = { readonly line: number } & (
  | { readonly player: ImportedPlayer }
  | { readonly error: string }
)

/**
 * Reads players line after line: JSON objects (`.ndjson`, `.jsonl`) or CSV with a line of names at
 * its top (`.csv`). Throws a CommandRefusedError for an unreadable file.
 */
export async function* readImportedPlayers(file: string): AsyncGenerator<ImportedLine> {
  try {
    for await (const { line, given } of extname(file) === '.csv' ? rowsOf(file) : linesOf(file)) {
      const read = importedPlayer.safeParse(given)
      yield read.success
        ? { line, player: read.data }
        : { line, error: read.error.issues.map(errorOf).join('; ') }
    }
  } catch (error) {
    const { message } = error as Error
    throw new CommandRefusedError(`${file} cannot be read: ${message}`, { cause: error })
  }
}

interface Given {
  readonly line: number
  readonly given: unknown
}

async function* linesOf(file: string): AsyncGenerator<Given> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    line += 1
    if (text.trim() !== '') yield { line, given: jsonOf(text) }
  }
}

async function* rowsOf(file: string): AsyncGenerator<Given> {
  const options = { columns: true, bom: true, info: true, skip_empty_lines: true, trim: true }
  const rows: AsyncIterable<{
    readonly record: Readonly<Record<string, string>>
    readonly info: { readonly lines: number }
  }> = createReadStream(file).pipe(parseCsv(options))
  for await (const { record, info } of rows) {
    const given = Object.entries(record).filter(([, value]) => value !== '')
    yield { line: info.lines, given: Object.fromEntries(given) }
  }
}

/** Text that is not JSON stays text, and the schema refuses it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function errorOf({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`
}
