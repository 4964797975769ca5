import { lockPlayer } from '../../../database/accounts/credentials.ts'
import type { Player } from '../../../database/accounts/players.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import type { ActServices, Audit, OnPlayer } from '../orders/run.ts'
import { listNamed } from '../orders/playerNamed.ts'
import { printed } from '../orders/printed.ts'
import { listRefused } from '../orders/refusedLines.ts'

/** Where an act on many players happens, and its entries in the audit log. */
interface Place {
  readonly services: ActServices
  readonly at: Deployment
  readonly audit: Audit
  /** True for a trial, which changes nothing. */
  readonly isDry: boolean
}

/** An act on each player of a list. */
export interface ListedAct {
  /** The state of a player after it, in a sentence. */
  readonly isSo: 'banned' | 'frozen'
  /** True for a player who is so already, and is left so. */
  readonly isDone: (player: Player) => boolean
  /** Acts on one of them, and answers what the audit log keeps of it. */
  readonly actOn: (on: OnPlayer) => Promise<Readonly<Record<string, unknown>> | void>
  /** Throws for a player who cannot become so: then none of the list is changed. */
  readonly refuse?: (player: Player) => void
}

interface ListedOrder {
  /** Names a player a line; empty lines name none. */
  readonly players: string
}

/**
 * Acts on the players of a list, each once and in a transaction with an entry; on none where a line
 * names none.
 */
export async function actOnListed(
  { services, at, audit, isDry }: Place,
  order: ListedOrder,
  { isSo, isDone, refuse, actOn }: ListedAct,
) {
  const { players, refused } = await listNamed(services.database.kysely, at.name, order.players)
  if (refused.length > 0) {
    throw new ActRefusedError(`No player was ${isSo}: ${listRefused(refused)}`, {
      data: { refused },
    })
  }
  if (players.length === 0) throw new ActRefusedError('The file names no player.')
  const others = players.filter((player) => !isDone(player))
  for (const player of others) refuse?.(player)
  for (const { id } of isDry ? [] : others) {
    await inTransaction(services.database.kysely, async (transaction) => {
      const found = await lockPlayer(transaction, at.name, id)
      // Another act was faster: the rest of the list still waits.
      if (!found || isDone(found)) return
      const details = await actOn({ services, transaction, at, found })
      await audit(transaction, { subject: `player ${found.id}`, ...(details && { details }) })
    })
  }
  const rows = others.map(({ id, username }) => ({ id, username }))
  const already = players.length - others.length
  const counts = `${others.length}. ${isSo === 'banned' ? 'Banned' : 'Frozen'} already, and left so: ${already}.`
  return {
    data: { players: rows, already },
    message: isDry
      ? `${printed(rows)}\nPlayers who would be ${isSo}: ${counts}`
      : `Players ${isSo}: ${counts}`,
  }
}
