import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { hasActed } from '../../database/operations/auditLog.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import type { ActServices, Author, Note, Noted } from './perform.ts'
import { type OnPlayer, recordByOperator } from './playerNamed.ts'

/*
 * Looks leave entries too: a look at a player in the audit log and in the player's activity, a
 * search in the audit log.
 */

/** Seconds within which one person's looks at one player, and one person's searches, are one. */
const together = 600

const seenLooks = actNames.filter((name) => (everyAct[name] as ActRow).isSeen)

/** Writes into the activity of a player that support looked, once a person in ten minutes. */
export async function tellOfLook(on: OnPlayer, author: Author): Promise<void> {
  const { services, transaction, at, found } = on
  const hasLooked = await hasActed(transaction, at.name, {
    ...author,
    commands: seenLooks,
    subject: `player ${found.id}`,
    since: after(services.clock.now(), -together),
  })
  if (!hasLooked) await recordByOperator(on, { act: 'support-looked', shown: {} })
}

interface Search {
  readonly name: string
  readonly deployment: string
  readonly author: Author
  readonly details: NonNullable<Noted['details']>
  readonly note: Note
}

/** Notes a search, once a person in ten minutes. */
export async function noteSearch(
  { database, clock }: Pick<ActServices, 'clock' | 'database'>,
  { name, deployment, author, details, note }: Search,
): Promise<void> {
  const since = after(clock.now(), -together)
  await inTransaction(database.kysely, async (transaction) => {
    const asked = { ...author, commands: [name], since }
    if (!(await hasActed(transaction, deployment, asked))) await note(transaction, { details })
  })
}
