import { importActs } from '@gatehouse/contract/acts/databaseActs'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import {
  completeImported,
  insertImported,
  type NewPlayer,
} from '../../../database/accounts/importPlayers.ts'
import { keyOf } from '../../../database/accounts/players.ts'
import { isValueTaken } from '../../../database/accounts/uniqueValues.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { type ActServices, type Audit, performedBy } from '../orders/run.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { firstOf, listRefused, type RefusedLine } from '../orders/refusedLines.ts'
import { type NamedPlayer, type Place, placePlayers, type ReadPlayer } from './placePlayers.ts'
import { type ReadRecord, readRecords } from './records.ts'
import { SeenKeys } from './seenKeys.ts'

/** Records that are looked up, and players that are inserted, at once. */
const batch = 500

/** The import of one file. */
interface Import extends Place {
  readonly services: ActServices
  readonly file: string
}

/**
 * The whole file is checked before the first player is stored. Players who are here already stay as
 * they are, so an interrupted import can be repeated.
 */
export const importPerformers = performedBy(importActs, {
  'players import': async ({ services, audit, at }, given) => {
    if (at.rules.signIn === 'by-partner') {
      throw new ActRefusedError(
        `The players of ${given.deployment} log in by a partner: none has a password.`,
      )
    }
    const { file, sector } = given
    const one: Import = { services, at, file, sector, now: services.clock.now() }
    const { refused, ...found } = await look(one)
    const { imported, known, withoutPassword, completed, banned } = found
    if (refused.length > 0 && !given.skipRefused) {
      throw new ActRefusedError(
        `No player was imported: ${listRefused(refused)}\n--skip-refused imports the others.`,
        { data: { refused } },
      )
    }
    if (imported + completed > 0)
      await takeOver(one, new Set(refused.map(({ line }) => line)), audit)
    return {
      data: { ...found, refused },
      message: [
        `Players imported: ${imported}. There already: ${known}.`,
        ...(withoutPassword > 0
          ? [
              `Without a password, as no reader knows its hash: ${withoutPassword}. They set one by a recovery mail.`,
            ]
          : []),
        ...(completed > 0 ? [`Passwords added: ${completed}.`] : []),
        ...(banned > 0 ? [`Banned, as they were: ${banned}.`] : []),
        ...Object.entries(found.leftOut).map(([what, count]) => `Left out: ${count} ${what}.`),
        ...firstOf(
          found.parts.map(({ line, leftOut }) => `line ${line} without: ${leftOut.join('; ')}`),
        ),
        ...(refused.length > 0 ? [listRefused(refused)] : []),
      ].join('\n'),
    }
  },
})

/** Checks every record and changes nothing. */
async function look(one: Import) {
  const refused: RefusedLine[] = []
  const seen = new SeenKeys()
  const leftOut: Record<string, number> = {}
  const parts: LeftOutParts[] = []
  const counts = {
    imported: 0,
    withoutPassword: 0,
    banned: 0,
    unconfirmed: 0,
    completed: 0,
    known: 0,
  }
  for await (const records of batchesOf(one)) {
    const players: ReadPlayer[] = []
    for (const each of records) {
      if ('error' in each) {
        refused.push({ line: each.line, reason: each.error })
        continue
      }
      const reason = twiceIn(seen, each)
      if (reason === null) players.push(each)
      else refused.push({ line: each.line, reason })
    }
    const found = await placePlayers(one, players)
    for (const each of found.fresh) {
      const what = leftOutOf(one.at, each)
      for (const part of what) leftOut[part] = (leftOut[part] ?? 0) + 1
      const all = each.player.passwordHash === null ? [unknownHash, ...what] : what
      if (all.length > 0) parts.push({ line: each.line, leftOut: all })
    }
    for (const { player } of found.fresh) {
      if (player.bannedAt !== undefined) counts.banned += 1
      if (player.confirmedAt === undefined) counts.unconfirmed += 1
    }
    for (const each of found.refused) refused.push(each)
    counts.imported += found.fresh.length
    counts.withoutPassword += countWithoutPassword(found.fresh)
    counts.completed += found.completed.length
    counts.known += players.length - found.fresh.length - found.refused.length
  }
  return { refused: refused.toSorted((a, b) => a.line - b.line), ...counts, leftOut, parts }
}

/** What of a player did not come in, by the line of the file. */
interface LeftOutParts {
  readonly line: number
  readonly leftOut: readonly string[]
}

const unknownHash = 'the password, as no reader knows its hash'

/** The players whose hash no reader knows. */
function countWithoutPassword(players: readonly ReadPlayer[]): number {
  return players.filter(({ player }) => player.passwordHash === null).length
}

/** Inserts the missing players; each batch is a transaction with an entry of the audit log. */
async function takeOver(one: Import, refused: ReadonlySet<number>, audit: Audit): Promise<void> {
  const { services, at, sector, now } = one
  let imported = 0
  for await (const records of batchesOf(one)) {
    const read = records.filter((each) => 'player' in each && !refused.has(each.line))
    const { fresh, completed } = await placePlayers(one, read as ReadPlayer[])
    const lines = fresh.map(({ line }) => line)
    const withoutPassword = countWithoutPassword(fresh)
    if (fresh.length + completed.length === 0) continue
    const details = {
      ...(lines.length > 0 && { fromLine: lines[0], toLine: lines.at(-1) }),
      count: fresh.length,
      ...(withoutPassword > 0 && { withoutPassword }),
      ...(completed.length > 0 && { completed: completed.length }),
    }
    await inTransaction(services.database.kysely, async (transaction) => {
      const players = fresh.map((player) => newPlayer(at, player, now))
      const place = { deployment: at.name, sector, now }
      if (players.length > 0) await insertImported(transaction, place, players)
      await completeImported(transaction, at.name, completed)
      await audit(transaction, { subject: 'import', details })
    }).catch((error: unknown) => {
      throw takenMeanwhile(error, lines[0] ?? 0, imported)
    })
    imported += fresh.length
  }
}

/** The reason why a record conflicts with an earlier one; null when it does not. */
function twiceIn(seen: SeenKeys, { line, player }: ReadPlayer): string | null {
  const keys = [
    ...(player.username === undefined ? [] : [['username', keyOf(player.username)]]),
    ['email', keyOf(player.email)],
    ...(player.sub === undefined ? [] : [['sub', player.sub]]),
    ...player.links.map(({ service, id }) => ['links', `${service} ${id}`]),
  ]
  for (const [field = '', key = ''] of keys) {
    const before = seen.lineOf(`${field} ${key}`, line)
    if (before !== null) return `${field}: line ${before} has it too`
  }
  return null
}

/** The parts of a player that have no place here. */
function leftOutOf(
  at: Deployment,
  { player: { links, consents, leftOut } }: ReadPlayer,
): readonly string[] {
  return [
    ...leftOut,
    ...links.filter((link) => !isLinkable(at, link)).map(({ service }) => `links to ${service}`),
    ...consents
      .filter(({ clientId }) => !at.clients.has(clientId))
      .map(({ clientId }) => `consents for ${clientId}`),
  ]
}

function isLinkable({ rules }: Deployment, { service }: { readonly service: string }): boolean {
  const hidden: readonly string[] = rules.hiddenConnections
  return rules.hasConnectionsSection && !hidden.includes(service)
}

function newPlayer(at: Deployment, { player, username }: NamedPlayer, now: Date): NewPlayer {
  return {
    row: {
      username,
      email: player.email,
      password_hash: player.passwordHash ?? null,
      firstname: player.firstname ?? null,
      lastname: player.lastname ?? null,
      date_of_birth: player.dateOfBirth ?? null,
      created_at: player.createdAt ?? now,
      confirmed_at: player.confirmedAt ?? null,
      email_verified_by: player.confirmedAt === undefined ? null : 'import',
      banned_at: player.bannedAt ?? null,
    },
    sub: player.sub,
    links: player.links.filter((link) => isLinkable(at, link)),
    consents: player.consents
      .filter(({ clientId }) => at.clients.has(clientId))
      .map((consent) => ({ ...consent, givenAt: consent.givenAt ?? now })),
  }
}

async function* batchesOf({ file }: Import): AsyncGenerator<ReadRecord[]> {
  let gathered: ReadRecord[] = []
  for await (const record of readRecords(file)) {
    gathered.push(record)
    if (gathered.length < batch) continue
    yield gathered
    gathered = []
  }
  if (gathered.length > 0) yield gathered
}

/** A visitor may register a name of the file during the import. */
function takenMeanwhile(error: unknown, line: number, imported: number): unknown {
  if (!isValueTaken(error)) return error
  return new ActRefusedError(
    `Another player has meanwhile taken a name after line ${line}. Players imported: ${imported}. Run it again.`,
    { cause: error },
  )
}
