import type { ActRow } from '@gatehouse/contract/acts/act'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { appendAudit, everyDeployment, hasActed } from '../../../database/operations/auditLog.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { after } from '../../../platform/clock.ts'
import {
  type Act,
  type ActServices,
  type Author,
  type LookRun,
  type OnPlayer,
  recordByOperator,
} from './run.ts'

/*
 * What only reads leaves entries too: a look at a player in the audit log and in the player's activity,
 * a search and a trial in the audit log.
 */

/** Seconds within which one person's looks at one player, searches, and trials are one. */
const together = 600

/** The looks at a player. */
export const seenLooks = actNames.filter((name) => (everyAct[name] as ActRow).isSeen)

/** With the one at the account of a support code. */
const looksAtPlayers: readonly ActName[] = [...seenLooks, 'support-codes open']

const personOf = ({ who, way }: Pick<Author, 'who' | 'way'>) => ({ who, staff_key: way.staff_key })

/** Writes into the activity of a player that support looked, once a person in ten minutes. */
export async function auditLookAt(on: OnPlayer & { readonly author: Author }): Promise<void> {
  const { services, transaction, at, found, author } = on
  const hasLooked = await hasActed(transaction, at.name, {
    ...personOf(author),
    commands: looksAtPlayers,
    subject: `player ${found.id}`,
    since: after(services.clock.now(), -together),
  })
  if (!hasLooked) await recordByOperator(on, { act: 'support-looked', shown: {} })
}

/** The details of a search, once a person in ten minutes. Call it before the answer. */
export async function auditSearch(
  { services, at, author, audit }: LookRun,
  name: ActName,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const since = after(services.clock.now(), -together)
  await inTransaction(services.database.kysely, async (transaction) => {
    const asked = { ...personOf(author), commands: [name], since }
    if (!(await hasActed(transaction, at.name, asked))) await audit(transaction, { details })
  })
}

/**
 * A trial of staff that names players says which names and addresses have an account, without a reason
 * and a proof: it has an entry of the audit log, one a person in ten minutes, and one for each list.
 */
export async function auditTrial(
  { database, clock }: ActServices,
  { name, row }: Act,
  order: object,
  { who, way }: Pick<Author, 'who' | 'way'>,
): Promise<void> {
  const {
    player,
    players,
    deployment = everyDeployment,
  } = order as Readonly<Record<string, string | undefined>>
  if (!row.isTried || (player === undefined && players === undefined)) return
  const command = 'trials'
  const at = clock.now()
  await inTransaction(database.kysely, async (transaction) => {
    const asked = { ...personOf({ who, way }), commands: [command], since: after(at, -together) }
    if (players === undefined && (await hasActed(transaction, deployment, asked))) return
    const lines = players?.split('\n').filter((line) => line.trim() !== '').length
    const details = { act: name, ...(lines !== undefined && { players: lines }) }
    const entry = { who, why: 'none asked', ...way, at, command, deployment, subject: '', details }
    await appendAudit(transaction, entry)
  })
}
