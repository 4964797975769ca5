import { appendAudit, everyDeployment, hasActed } from '../../database/operations/auditLog.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import type { Act, ActServices, Author } from './actTypes.ts'

const command = 'trials'

/** Seconds within which one person's trials are one. */
const together = 600

/**
 * A trial of staff that names players says which names and addresses have an account, without a reason
 * and a proof: it has an entry of the audit log, one a person in ten minutes, and one for each list.
 */
export async function noteTrial(
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
  const at = clock.now()
  await inTransaction(database.kysely, async (transaction) => {
    const asked = {
      who,
      staff_key: way.staff_key,
      commands: [command],
      since: after(at, -together),
    }
    if (players === undefined && (await hasActed(transaction, deployment, asked))) return
    const lines = players?.split('\n').filter((line) => line.trim() !== '').length
    const details = { act: name, ...(lines !== undefined && { players: lines }) }
    const entry = { who, why: 'none asked', ...way, at, command, deployment, subject: '', details }
    await appendAudit(transaction, entry)
  })
}
