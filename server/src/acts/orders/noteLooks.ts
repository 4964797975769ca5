import type { ActRow } from '@gatehouse/contract/acts/act'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { hasActed } from '../../database/operations/auditLog.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import type { ActResult, ActServices, Author, SeenResult } from './actTypes.ts'
import type { ActDone, LookRun } from './run.ts'
import { type OnPlayer, playerNamed, recordByOperator } from './playerNamed.ts'

/*
 * Looks leave entries too: a look at a player in the audit log and in the player's activity, a
 * search in the audit log.
 */

/** Seconds within which one person's looks at one player, and one person's searches, are one. */
const together = 600

/** The looks at a player. */
export const seenLooks = actNames.filter((name) => (everyAct[name] as ActRow).isSeen)

/**
 * A look at a player, in one transaction with its entries: first the player's activity and last the
 * audit log, without which nothing is answered.
 */
export function lookAtPlayer<Order extends { readonly player: string }, Data>(
  look: (on: OnPlayer, order: Order) => Promise<ActResult<Data>>,
) {
  return ({ services, at, author, note }: LookRun, order: Order): Promise<SeenResult<Data>> =>
    inTransaction(services.database.kysely, async (transaction) => {
      const found = await playerNamed(transaction, at.name, order.player)
      const on = { services, transaction, at, found }
      await noteInActivity(on, author)
      const result = await look(on, order)
      await note(transaction, { subject: `player ${found.id}` })
      return { ...result, isNoted: true }
    })
}

const personOf = ({ who, way }: Author) => ({ who, staff_key: way.staff_key })

/** Writes into the activity of a player that support looked, once a person in ten minutes. */
async function noteInActivity(on: OnPlayer, author: Author): Promise<void> {
  const { services, transaction, at, found } = on
  const hasLooked = await hasActed(transaction, at.name, {
    ...personOf(author),
    commands: seenLooks,
    subject: `player ${found.id}`,
    since: after(services.clock.now(), -together),
  })
  if (!hasLooked) await recordByOperator(on, { act: 'support-looked', shown: {} })
}

/** A search, whose details are noted once a person in ten minutes, before its answer. */
export function search<Order, Data>(
  name: ActName,
  find: (services: ActServices, order: Order) => Promise<ActDone<Data>>,
) {
  return async (
    { services, at, author, note }: LookRun,
    order: Order,
  ): Promise<ActResult<Data>> => {
    const { details, ...result } = await find(services, order)
    const since = after(services.clock.now(), -together)
    await inTransaction(services.database.kysely, async (transaction) => {
      const asked = { ...personOf(author), commands: [name], since }
      if (!(await hasActed(transaction, at.name, asked))) await note(transaction, { details })
    })
    return result
  }
}
