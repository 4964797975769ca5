import type { ActRow } from '@gatehouse/contract/acts/act'
import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { hasActed } from '../../database/operations/auditLog.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { ActDone, ActResult, ActServices, Author, Note } from './perform.ts'
import { type OnPlayer, playerNamed, recordByOperator } from './playerNamed.ts'

/*
 * Looks leave entries too: a look at a player in the audit log and in the player's activity, a
 * search in the audit log.
 */

/** Seconds within which one person's looks at one player, and one person's searches, are one. */
const together = 600

/** The looks at a player. */
export const seenLooks = actNames.filter((name) => (everyAct[name] as ActRow).isSeen)

interface Looking {
  readonly services: ActServices
  readonly name: string
  readonly at: Deployment | null
  readonly author: Author
  readonly note: Note
}

/**
 * Looks at a player, in one transaction with the entries: first the player's activity and last the
 * audit log, without which nothing is answered.
 */
export function lookAtPlayer(
  { services, at, author, note }: Looking & { readonly at: Deployment },
  order: object,
  look: (on: OnPlayer) => Promise<ActResult>,
): Promise<ActResult> {
  return inTransaction(services.database.kysely, async (transaction) => {
    const { player } = order as { readonly player: string }
    const found = await playerNamed(transaction, at.name, player)
    const on = { services, transaction, at, found }
    await tellOfLook(on, author)
    const result = await look(on)
    await note(transaction, { subject: `player ${found.id}` })
    return result
  })
}

/** Writes into the activity of a player that support looked, once a person in ten minutes. */
async function tellOfLook(on: OnPlayer, author: Author): Promise<void> {
  const { services, transaction, at, found } = on
  const hasLooked = await hasActed(transaction, at.name, {
    ...author,
    commands: seenLooks,
    subject: `player ${found.id}`,
    since: after(services.clock.now(), -together),
  })
  if (!hasLooked) await recordByOperator(on, { act: 'support-looked', shown: {} })
}

/** Notes a look with details, a search, once a person in ten minutes; answers its result. */
export async function noteSearch(
  { services: { database, clock }, name, at, author, note }: Looking,
  { details, ...result }: ActDone,
): Promise<ActResult> {
  if (details === undefined || at === null) return result
  const asked = { ...author, commands: [name], since: after(clock.now(), -together) }
  await inTransaction(database.kysely, async (transaction) => {
    if (!(await hasActed(transaction, at.name, asked))) await note(transaction, { details })
  })
  return result
}
