import { extname } from 'node:path'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { convertAuth0User } from './auth0.ts'
import type { Conversion } from './conversion.ts'
import { convertFirebaseUser, type FirebaseParameters } from './firebase.ts'
import {
  type GivenPlayer,
  importedPlayer,
  type ImportedPlayer,
  reasonsOf,
} from './importedPlayer.ts'
import { convertKeycloakUser } from './keycloak.ts'
import { elementsOf, type FoundRecord, linesOf, rowsOf } from './records.ts'

/** What the operator knows of a file besides its content. */
export interface Circumstances {
  readonly now: Date
  readonly parameters: FirebaseParameters | null
}

interface ImportSource {
  /** What a record of the file is called in a refusal. */
  readonly record: string
  readonly read: (file: string) => AsyncIterable<FoundRecord>
  readonly convert: (given: unknown, circumstances: Circumstances) => Conversion
}

/** The systems that players come from, by the word of `--from`. */
export const importSources = {
  /** Our own format, which the schema checks. */
  gatehouse: {
    record: 'line',
    read: (file) => (extname(file) === '.csv' ? rowsOf(file) : linesOf(file)),
    convert: (given) => ({ player: given as GivenPlayer }),
  },
  keycloak: {
    record: 'user',
    read: (file) => elementsOf(file, 'users'),
    convert: (given, { now }) => convertKeycloakUser(given, now),
  },
  auth0: {
    record: 'line',
    read: linesOf,
    convert: (given, { now }) => convertAuth0User(given, now),
  },
  firebase: {
    record: 'user',
    read: (file) => elementsOf(file, 'users'),
    convert: (given, { now, parameters }) => convertFirebaseUser(given, now, parameters),
  },
} as const satisfies Readonly<Record<string, ImportSource>>

export type ImportSourceName = keyof typeof importSources

/** A record of a file: a player, no player, or an error. */
export type ReadRecord = { readonly line: number } & (
  | { readonly player: ImportedPlayer; readonly leftOutParts: readonly string[] }
  | { readonly leftOut: string }
  | { readonly error: string }
)

/** Reads the players of a file one by one. Throws a CommandRefusedError for an unreadable file. */
export async function* readRecords(
  file: string,
  source: ImportSourceName,
  circumstances: Circumstances,
): AsyncGenerator<ReadRecord> {
  const { read, convert }: ImportSource = importSources[source]
  try {
    for await (const { line, given } of read(file)) {
      yield { line, ...checked(convert(given, circumstances)) }
    }
  } catch (error) {
    const { message } = error as Error
    throw new CommandRefusedError(`${file} cannot be read: ${message}`, { cause: error })
  }
}

function checked(conversion: Conversion) {
  if ('error' in conversion) return { error: reasonsOf(conversion.error) }
  if ('leftOut' in conversion) return conversion
  const read = importedPlayer.safeParse(conversion.player)
  return read.success
    ? { player: read.data, leftOutParts: conversion.leftOutParts ?? [] }
    : { error: reasonsOf(read.error) }
}
