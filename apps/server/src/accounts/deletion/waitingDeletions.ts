import { doEach } from '../../platform/doEach.ts'
import { recordMailedAct } from '../../auth/security-acts/recordAct.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { listDueDeletions } from '../../database/accounts/dueDeletions.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { DeletionRequest } from '../../database/operations/erasePlayer.ts'
import { changeRows, type Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import type { AccountCall, AccountServices } from '../accountServices.ts'
import { eraseAccount } from './eraseAccount.ts'

const day = 24 * 3600

/**
 * Has a deletion wait for the days of its deployment, as part of a transaction that has locked the player:
 * all sessions end, and a log-in before its moment cancels it. Returns that moment.
 */
export async function askForDeletion(
  context: AccountCall,
  transaction: Executor,
  player: Player,
  { deletionTypeId, reason }: DeletionRequest,
): Promise<Date> {
  const { deployment, services } = context
  const dueAt = after(services.clock.now(), deployment.deletionGraceDays * day)
  const shown = { Until: dueAt.toISOString() }
  await recordMailedAct(context, transaction, player, { act: 'deletion-asked', shown })
  const own = { deployment: deployment.name, id: player.id }
  await changeRows(transaction, 'players', own, {
    deletion_due_at: dueAt,
    deletion_type_id: deletionTypeId,
    deletion_reason: reason,
  })
  return dueAt
}

/** Erases every account whose deletion has waited long enough. A frozen account keeps waiting. */
export async function doDueDeletions(services: AccountServices): Promise<void> {
  const { database, clock, deployments } = services
  const due = await listDueDeletions(database.kysely, clock.now())
  await doEach(due, async ({ deployment: name, id }) => {
    const deployment = deployments.byName(name)
    if (!deployment) return
    await inTransaction(database.kysely, async (transaction) => {
      const player = await lockPlayer(transaction, name, id)
      const isDue = player?.deletion_due_at && player.deletion_due_at <= clock.now()
      if (!isDue || player.frozen_at !== null) return
      const { deletion_type_id: deletionTypeId, deletion_reason: reason } = player
      const request = { deletionTypeId, reason }
      await eraseAccount(services, transaction, deployment, id, request, null)
    })
  })
}
