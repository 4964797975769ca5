import * as z from 'zod'
import {
  findNamed,
  findQuarantined,
  insertImported,
  type NewRow,
} from '../../database/accounts/importPlayers.ts'
import { keyOf } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { isReservedUsername } from '../../accounts/username/reservedUsername.ts'
import type { OperatorServices } from '../command/operatorServices.ts'
import { type Note, work } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deploymentNamed } from '../command/deploymentNamed.ts'
import { type ImportedLine, type ImportedPlayer, readImportedPlayers } from './importedPlayers.ts'
import { deployment } from '../command/orderFields.ts'

/** Lines that are looked up, and players that are inserted, at once. */
const batch = 500
/** The message names this many lines; programs get all of them. */
const mostNamed = 50

interface Refused {
  readonly line: number
  readonly reason: string
}

interface Placed {
  readonly line: number
  readonly player: ImportedPlayer
}

/**
 * Imports players of another system with their password hashes. The whole file is checked before
 * the first player is stored, and refused line by line. Existing players with the same name and
 * address stay as they are, so an interrupted import can be repeated.
 */
export const importCommand = work({
  name: 'players import',
  summary:
    'Takes players over from a file of another system, .ndjson or .csv; all, or none and every line that is refused.',
  order: z.strictObject({
    file: z
      .string()
      .min(1)
      .meta({ description: 'one player a line; see docs/operations.md', from: 'path' }),
    deployment,
  }),
  operands: ['file'],
  async perform(services, { deployment: name, file }, note) {
    const at = deploymentNamed(services, name)
    if (at.rules.signIn === 'by-partner') {
      throw new CommandRefusedError(
        `The players of ${name} log in by a partner: none has a password.`,
      )
    }
    const { refused, fresh, known } = await look(services, at, file)
    if (refused.length > 0) throw refusal(refused)
    const imported = fresh === 0 ? 0 : await takeOver(services, at, file, note)
    return {
      data: { imported, known },
      message: `Players imported: ${imported}. There already: ${known}.`,
    }
  },
})

/** Checks every line and changes nothing. */
async function look(services: OperatorServices, at: Deployment, file: string) {
  const refused: Refused[] = []
  const seen = new Map<string, number>()
  let fresh = 0
  let known = 0
  for await (const lines of batchesOf(readImportedPlayers(file))) {
    const placed: Placed[] = []
    for (const each of lines) {
      const reason = 'error' in each ? each.error : twiceIn(seen, each)
      if (reason !== null) refused.push({ line: each.line, reason })
      else if ('player' in each) placed.push(each)
    }
    const found = await compare(services, at, placed)
    refused.push(...found.refused)
    fresh += found.fresh.length
    known += placed.length - found.fresh.length - found.refused.length
  }
  return { refused: refused.toSorted((a, b) => a.line - b.line), fresh, known }
}

/** Inserts the missing players; each batch is a transaction with an entry of the audit log. */
async function takeOver(
  services: OperatorServices,
  at: Deployment,
  file: string,
  note: Note,
): Promise<number> {
  let imported = 0
  for await (const lines of batchesOf(readImportedPlayers(file))) {
    const placed = lines.filter((each) => 'player' in each)
    const { fresh } = await compare(services, at, placed)
    const [first] = fresh
    if (!first) continue
    const now = services.clock.now()
    const details = { fromLine: first.line, toLine: fresh.at(-1)?.line, count: fresh.length }
    await services.database.kysely
      .transaction()
      .execute(async (transaction) => {
        await insertImported(
          transaction,
          at.name,
          fresh.map(({ player }) => rowOf(player, now)),
        )
        await note(transaction, { subject: 'import', details })
      })
      .catch((error: unknown) => {
        throw takenMeanwhile(error, first.line, imported)
      })
    imported += fresh.length
  }
  return imported
}

/** Sorts players into missing ones and impossible ones. */
async function compare(
  { database: { kysely }, deployments, clock }: OperatorServices,
  { name }: Deployment,
  placed: readonly Placed[],
): Promise<{ readonly fresh: readonly Placed[]; readonly refused: readonly Refused[] }> {
  const named = placed.map(({ player }) => player)
  const there = await findNamed(kysely, name, named)
  const emailOf = new Map(there.map((row) => [row.username_key, row.email_key]))
  const confirmed = there.filter((row) => row.confirmed_at !== null)
  const emails = new Set(confirmed.map((row) => row.email_key))
  const quarantined = await findQuarantined(kysely, name, named, clock.now())
  const fresh: Placed[] = []
  const refused: Refused[] = []
  for (const each of placed) {
    const { line, player } = each
    const [username, email] = [keyOf(player.username), keyOf(player.email)]
    if (emailOf.get(username) === email) continue
    if (emailOf.has(username)) refused.push({ line, reason: 'username: it is taken' })
    else if (emails.has(email)) refused.push({ line, reason: 'email: it is taken' })
    else if (quarantined.has(username) || isReservedUsername(player.username, deployments)) {
      refused.push({ line, reason: 'username: it is reserved' })
    } else fresh.push(each)
  }
  return { fresh, refused }
}

/** The reason why a line conflicts with an earlier one; null when it does not. */
function twiceIn(seen: Map<string, number>, { line, player }: Placed): string | null {
  for (const key of [`username ${keyOf(player.username)}`, `email ${keyOf(player.email)}`]) {
    const before = seen.get(key)
    if (before !== undefined) return `${key.split(' ')[0]}: line ${before} has it too`
    seen.set(key, line)
  }
  return null
}

function rowOf(player: ImportedPlayer, now: Date): NewRow {
  return {
    username: player.username,
    email: player.email,
    password_hash: player.passwordHash ?? null,
    firstname: player.firstname ?? null,
    lastname: player.lastname ?? null,
    date_of_birth: player.dateOfBirth ?? null,
    created_at: player.createdAt ?? now,
    confirmed_at: player.confirmedAt ?? null,
    email_proof: player.confirmedAt === undefined ? null : 'earlier',
    banned_at: player.bannedAt ?? null,
  }
}

async function* batchesOf(lines: AsyncIterable<ImportedLine>): AsyncGenerator<ImportedLine[]> {
  let gathered: ImportedLine[] = []
  for await (const line of lines) {
    gathered.push(line)
    if (gathered.length < batch) continue
    yield gathered
    gathered = []
  }
  if (gathered.length > 0) yield gathered
}

function refusal(refused: readonly Refused[]): CommandRefusedError {
  const lines = refused.slice(0, mostNamed).map(({ line, reason }) => `line ${line}: ${reason}`)
  const more = refused.length - lines.length
  return new CommandRefusedError(
    [
      `No player was imported: ${refused.length} lines are refused.`,
      ...lines,
      ...(more > 0 ? [`… and ${more} more; --json names them all.`] : []),
    ].join('\n'),
    { data: { refused } },
  )
}

/** A visitor may register a name of the file during the import. */
function takenMeanwhile(error: unknown, line: number, imported: number): unknown {
  if ((error as { readonly code?: string }).code !== '23505') return error
  return new CommandRefusedError(
    `Somebody has taken a name after line ${line} meanwhile. Players imported: ${imported}. Run it again.`,
    { cause: error },
  )
}
