import { type FileHandle, readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Database } from '../database/pool/openDatabase.ts'
import {
  isKnownErasureRecord,
  listErasureRecords,
  newestErasureRecord,
  settledErasureRecords,
  type ErasureRecord,
} from '../database/accounts/erasureRecords.ts'
import { SettingsError } from '../platform/config/settings.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'
import { appendLines, endOf, isFull, isWhole, openLineFile } from './lineFile.ts'
import type { MaintenanceServices } from './runMaintenance.ts'

/*
 * The erasures and withdrawals of players, one JSON line each, in a file outside of the database: a
 * restored backup does not contain them. It holds ids and no names. Every server writes its own
 * file from the database, so each file is complete. Lines go by the numbers that the database gives:
 * the clocks of servers differ.
 */

/** Milliseconds between two looks at the database. */
const pause = 5000
/** Lines that are on their way at once. */
const batchSize = 1000

const moment = z.iso.datetime().transform((text) => new Date(text))
const whole = z.int().positive()
const lineSchema = z.strictObject({
  seq: whole,
  at: moment,
  deployment: z.string().min(1),
  player: whole,
  registered: moment,
  what: z.string().min(1),
  consent: whole.optional(),
})

type ErasureLogServices = Pick<MaintenanceServices, 'database' | 'log' | 'metrics' | 'settings'>

/** Throws a SettingsError for a file that is unfit: better now than when a backup is restored. */
export async function checkErasureLog(
  services: Omit<ErasureLogServices, 'database'>,
): Promise<void> {
  const path = services.settings.ERASURE_LOG_FILE
  if (path === undefined) return
  try {
    const file = await openLineFile(path, 'ERASURE_LOG_FILE')
    await lastOf(file, path).finally(() => file.close())
  } catch (error) {
    if (!isFull(error)) throw error
    noteFailure(services, error)
  }
}

function noteFailure({ log, metrics }: Omit<ErasureLogServices, 'database'>, error: unknown): void {
  metrics.countErasureLogFailure()
  logEvent(log, 'erasure_log.write_failed', { err: error })
}

/** Writes the missing lines in parts, and returns their number; throws for a file that is unfit. */
export async function writeErasureLog(
  { database, metrics, settings }: Omit<ErasureLogServices, 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const path = settings.ERASURE_LOG_FILE
  if (path === undefined) return 0
  const file = await openLineFile(path, 'ERASURE_LOG_FILE')
  let written = 0
  try {
    const newest = await newestErasureRecord(database.kysely)
    let place = await placeIn(file, path, database)
    metrics.setErasureLogMissing(Math.max(0, newest - place))
    if (newest <= place) return 0
    const upTo = await settledErasureRecords(database.kysely)
    for (;;) {
      if (signal?.aborted === true) return written
      const range = { after: place, upTo, limit: batchSize }
      const part = await listErasureRecords(database.kysely, range)
      await appendLines(file, part)
      written += part.length
      if (part.length < batchSize) break
      // By the file: another server may share it.
      place = await placeIn(file, path, database)
      metrics.setErasureLogMissing(upTo - place)
    }
    metrics.setErasureLogMissing(0)
  } finally {
    await file.close()
  }
  return written
}

/** Keeps the erasure log of this server. */
export function keepErasureLog(services: ErasureLogServices): Task {
  return {
    pause,
    run: (signal) => writeErasureLog(services, signal),
    onError: (error) => noteFailure(services, error),
  }
}

/** Reads an erasure log; throws a SettingsError that names an invalid file. */
export async function readErasureLog(path: string): Promise<ErasureRecord[]> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new SettingsError(`The erasure log cannot be read. ${cause.message}`, { cause })
  })
  return text
    .split('\n')
    .flatMap((line, index) =>
      isWhole(line) ? [readLine(line, `${path}, line ${index + 1},`)] : [],
    )
}

/** 0, to write all again, where the file is new, or the database was restored. */
async function placeIn(file: FileHandle, path: string, { kysely }: Database): Promise<number> {
  const last = await lastOf(file, path)
  return last && (await isKnownErasureRecord(kysely, last)) ? last.seq : 0
}

/** The last whole line. */
async function lastOf(file: FileHandle, path: string): Promise<ErasureRecord | undefined> {
  const line = (await endOf(file)).split('\n').findLast(isWhole)
  return line === undefined ? undefined : readLine(line, `The last line of ${path}`)
}

/** The message never has the line, which may be of any file. */
function readLine(line: string, place: string): ErasureRecord {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    throw new SettingsError(`${place} is none of an erasure log.`)
  }
}
