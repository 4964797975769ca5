/*
 * node apps/player-import/convert.ts SYSTEM FILE [HASH-PARAMETERS] > players.ndjson
 *
 * Writes the players of another system's export as `gatehouse players import` reads them. Line 12 is
 * record 12 of the export; what becomes no player is an empty line there. Messages are on the error
 * output; the exit code is 1 where a record is refused.
 */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FoundRecord, linesOf, rowsOf } from '@gatehouse/server/staff/acts/imports/records'
import { convertAuth0User } from './auth0.ts'
import type { Conversion } from './conversion.ts'
import { convertFirebaseUser, type FirebaseParameters, readFirebaseParameters } from './firebase.ts'
import { convertKeycloakUser } from './keycloak.ts'
import { convertPlayfabProfile } from './playfab.ts'
import { elementsOf, rowsOfTable } from './records.ts'
import {
  convertDiscourseUser,
  convertPhpbbUser,
  convertVbulletinUser,
  convertWordpressUser,
  convertXenforoUser,
} from './tables.ts'

interface System {
  /** The name of an export's record in a refusal. */
  readonly record: string
  readonly read: (file: string) => AsyncIterable<FoundRecord>
  readonly convert: (given: unknown, now: Date, parameters: FirebaseParameters | null) => Conversion
}

const usersOf = (file: string) => elementsOf(file, 'users')
const profilesOf = (file: string) =>
  /\.[ct]sv$/.test(file) ? rowsOf(file) : elementsOf(file, 'PlayerProfiles')

const systems: Readonly<Record<string, System>> = {
  keycloak: { record: 'user', read: usersOf, convert: convertKeycloakUser },
  auth0: { record: 'line', read: linesOf, convert: convertAuth0User },
  discourse: { record: 'row', read: rowsOfTable, convert: convertDiscourseUser },
  phpbb: { record: 'row', read: rowsOfTable, convert: convertPhpbbUser },
  vbulletin: { record: 'row', read: rowsOfTable, convert: convertVbulletinUser },
  xenforo: { record: 'row', read: rowsOfTable, convert: convertXenforoUser },
  wordpress: { record: 'row', read: rowsOfTable, convert: convertWordpressUser },
  playfab: { record: 'profile', read: profilesOf, convert: convertPlayfabProfile },
  firebase: { record: 'user', read: usersOf, convert: convertFirebaseUser },
}

const [name = '', file = '', parametersFile] = process.argv.slice(2)
const leftOut = new Map<string, number>()
let refused = 0

/** The players, each on the line of its record. */
async function* playersOf({ record, read, convert }: System): AsyncGenerator<string> {
  const parameters = await parametersIn(parametersFile)
  const now = new Date()
  let next = 1
  for await (const { line, given } of read(file)) {
    const conversion = convert(given, now, parameters)
    if ('error' in conversion) {
      refused += 1
      console.error(`${record} ${line}: ${conversion.error}`)
    }
    const parts =
      'leftOut' in conversion
        ? [conversion.leftOut]
        : 'player' in conversion
          ? (conversion.player.leftOut ?? [])
          : []
    for (const what of parts) leftOut.set(what, (leftOut.get(what) ?? 0) + 1)
    const player = 'player' in conversion ? JSON.stringify(conversion.player) : ''
    yield `${'\n'.repeat(line - next)}${player}\n`
    next = line + 1
  }
}

async function parametersIn(path: string | undefined): Promise<FirebaseParameters | null> {
  if (path === undefined) return null
  const parameters = readFirebaseParameters(await readFile(path, 'utf8'))
  if (parameters === null) throw new Error(`${path} has no password hash parameters of Firebase.`)
  return parameters
}

try {
  const system = systems[name]
  if (system === undefined) throw new Error(`SYSTEM is one of ${Object.keys(systems).join(', ')}.`)
  await pipeline(Readable.from(playersOf(system)), process.stdout, { end: false })
  for (const [what, count] of leftOut) console.error(`Left out: ${count} ${what}.`)
  if (refused > 0) throw new Error(`${refused} ${system.record}s are refused.`)
} catch (error) {
  console.error(`${file}: ${(error as Error).message}`)
  process.exitCode = 1
}
