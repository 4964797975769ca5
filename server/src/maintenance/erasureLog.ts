import { logEvent } from '../platform/observability/events.ts'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import * as z from 'zod'
import { after } from '../platform/clock.ts'
import type { Database } from '../database/connection/openDatabase.ts'
import { listWithdrawals, type Withdrawal } from '../database/accounts/withdrawals.ts'
import { repeatEvery } from '../platform/repeatEvery.ts'
import type { MaintenanceServices } from './maintenanceServices.ts'
import { SettingsError } from '../platform/config/settings.ts'

/*
 * The erasures and withdrawals of players, one JSON line each, in a file outside of the database: a
 * restored backup does not contain them. It holds ids and no names. Every server writes its own
 * file from the database, so each file is complete.
 */

/** Milliseconds between two reads of the database. */
const pause = 5000
/** Seconds. A transaction that began earlier may become visible later. */
const overlap = 60
const endBytes = 65_536

const lineSchema = z.strictObject({
  at: z.iso.datetime().transform((text) => new Date(text)),
  deployment: z.string().min(1),
  player: z.int().positive(),
  what: z.string().min(1),
})

/**
 * Writes the missing lines of the erasure log; returns their number. Does nothing without a file.
 * Throws a SettingsError for an unwritable file.
 */
export async function writeErasureLog({
  database,
  settings: { ERASURE_LOG_FILE: path },
}: Pick<MaintenanceServices, 'database' | 'settings'>): Promise<number> {
  if (path === undefined) return 0
  const file = await open(path, 'a+', 0o600).catch((cause: Error) => {
    const remedy = 'Name a file in a folder that exists and that this process may write.'
    throw new SettingsError(`ERASURE_LOG_FILE cannot be written: ${cause.message}. ${remedy}`, {
      cause,
    })
  })
  return appendMissing(database, file, path).finally(() => file.close())
}

async function appendMissing(database: Database, file: FileHandle, path: string): Promise<number> {
  const known = await endOf(file)
  // A line that was cut off is written again.
  const lines = new Set(known.split('\n').filter(isWhole))
  const last = [...lines].at(-1)
  const since = last === undefined ? new Date(0) : after(readLine(last, path).at, -overlap)
  const withdrawals = await listWithdrawals(database.kysely, since)
  const fresh = withdrawals.map((withdrawal) => JSON.stringify(withdrawal))
  const missing = fresh.filter((line) => !lines.has(line))
  if (missing.length === 0) return 0
  const cutOff = known === '' || known.endsWith('\n') ? '' : '\n'
  await file.appendFile(`${cutOff}${missing.join('\n')}\n`)
  await file.datasync()
  return missing.length
}

/** Keeps the erasure log of this server; returns the function that ends this. */
export function keepErasureLog(services: MaintenanceServices): () => void {
  if (services.settings.ERASURE_LOG_FILE === undefined) return () => undefined
  return repeatEvery(
    pause,
    () => writeErasureLog(services),
    (error) => {
      services.metrics.countErasureLogFailure()
      logEvent(services.log, 'erasure_log.write_failed', { err: error })
    },
  )
}

/** Reads an erasure log; throws a SettingsError that names an invalid file. */
export async function readErasureLog(path: string): Promise<Withdrawal[]> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new SettingsError(`The erasure log cannot be read. ${cause.message}`, { cause })
  })
  return text
    .split('\n')
    .filter(isWhole)
    .map((line) => readLine(line, path))
}

function readLine(line: string, path: string): Withdrawal {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new SettingsError(`${path} has a line that is none of an erasure log: ${line}`, { cause })
  }
}

/** Returns whether neither the beginning nor the end of a line is missing. */
function isWhole(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}')
}

/** The lines of the last minutes; earlier ones are older than any line that is looked for. */
async function endOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const length = Math.min(size, endBytes)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.toString('utf8')
}
