import { setBan } from '../database/accounts/credentials.ts'
import type { Player } from '../database/accounts/players.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { ActServices, Note } from './orders/perform.ts'
import { findNamed, type OnPlayer, recordByOperator } from './orders/playerNamed.ts'
import type { RefusedLine } from './orders/refusedLines.ts'

export interface Ban {
  /** Null for ever. */
  readonly until: Date | null
  /** The words that the player reads; null without any. */
  readonly reason: string | null
}

/** Where bans are made, and their entries in the audit log. */
export interface Place {
  readonly services: ActServices
  readonly at: Deployment
  readonly note: Note
}

/** Bans a player, or replaces end and reason of a ban; answers what the audit log keeps of it. */
export async function banPlayer(on: OnPlayer, ban: Ban) {
  const { services, transaction, at, found } = on
  const since = services.clock.now()
  await setBan(transaction, at.name, found.id, { since, ...ban })
  const wasBanned = found.banned_at !== null
  await recordByOperator(on, { act: 'support-banned', shown: {}, wasBanned })
  return { until: ban.until, hasPublicReason: ban.reason !== null }
}

/** Bans one of many players, in its own transaction. */
export function banListedPlayer({ services, at, note }: Place, found: Player, ban: Ban) {
  return inTransaction(services.database.kysely, async (transaction) => {
    const details = await banPlayer({ services, transaction, at, found }, ban)
    await note(transaction, { subject: `player ${found.id}`, details })
  })
}

/**
 * The players of a list, each once: those who are banned now, the others, and lines that name none.
 */
export interface Listed {
  readonly free: readonly Player[]
  readonly banned: readonly Player[]
  readonly refused: readonly RefusedLine[]
}

/** Finds the players of a text that names one a line; empty lines name none. Changes nothing. */
export async function readListed(
  { services, at }: Omit<Place, 'note'>,
  text: string,
): Promise<Listed> {
  const now = services.clock.now()
  const found = new Map<number, Player>()
  const refused: RefusedLine[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const named = line.trim()
    if (named === '') continue
    const player = await findNamed(services.database.kysely, at.name, named)
    if (player) found.set(player.id, player)
    else refused.push({ line: index + 1, reason: `${at.name} has no player ${named}` })
  }
  const isBanned = ({ banned_at, banned_until }: Player) =>
    banned_at !== null && (banned_until === null || banned_until > now)
  const players = [...found.values()]
  return {
    free: players.filter((player) => !isBanned(player)),
    banned: players.filter((player) => isBanned(player)),
    refused,
  }
}
