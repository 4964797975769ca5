import { restoredActs } from '@gatehouse/contract/acts/databaseActs'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { type ActServices, performedBy } from '../orders/run.ts'
import { listFormerAddresses } from '../../../database/accounts/credentials.ts'
import { appendConsents } from '../../../database/preferences/consents.ts'
import { keepCookieChoices } from '../../../database/preferences/cookieStatements.ts'
import { endClientConsent } from '../../../database/oidc/clientConsents.ts'
import { erasePlayer } from '../../../database/operations/erasePlayer.ts'
import { listHeads } from '../../../database/operations/auditLog.ts'
import { endOptIn } from '../../../database/preferences/newsletterStatements.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { skipIds, voidPendingLinks } from '../../../database/operations/voidPendingLinks.ts'
import {
  hasDecidedSince,
  knowsOfFreeze,
  newestErasureRecord,
  type ErasureRecord,
  wasThere,
} from '../../../database/accounts/erasureRecords.ts'
import { freezeAccount } from '../../../auth/account-protection/freezeAccount.ts'
import { repeatRewind } from '../../../auth/account-protection/rewindByLink.ts'
import { readErasureLog } from '../../../maintenance/erasureLog.ts'

/**
 * Prepares a database that was restored from a backup: every session ends, open links and
 * authorization requests are void, waiting mails are dropped, and the erasures, withdrawals,
 * rewinds and freezes of the erasure log are repeated. May run several times.
 */
export const restoredPerformers = performedBy(restoredActs, {
  restored: async ({ services, audit }, { journal }) => {
    const { database, clock, outbox } = services
    const withdrawals = (await Promise.all(journal.map(readErasureLog))).flat()
    await outbox.forgetAll()
    const sessions = await inTransaction(database.kysely, async (transaction) => {
      // This entry explains anchors of later entries.
      const ends = await listHeads(transaction)
      const heads = Object.fromEntries(ends.map(({ deployment, seq }) => [deployment, seq]))
      await skipIds(transaction)
      const ended = await voidPendingLinks(transaction, clock.now())
      await audit(transaction, { details: { withdrawals: withdrawals.length, heads } })
      return ended
    })
    const done = { erased: 0, withdrawn: 0, rewound: 0, frozen: 0 }
    const known = await newestErasureRecord(database.kysely)
    for (const withdrawal of withoutEndedFreezes(withdrawals)) {
      const isDone = await inTransaction(database.kysely, (transaction) =>
        repeat(services, transaction, withdrawal, known),
      )
      if (isDone) done[kindOf(withdrawal)] += 1
    }
    const { erased, withdrawn, rewound, frozen } = done
    return {
      data: { sessions, ...done },
      message: `Sessions ended: ${sessions}. Erased again: ${erased}. Withdrawn again: ${withdrawn}. Rewound again: ${rewound}. Frozen again: ${frozen}.`,
    }
  },
})

/** The lines without freezes that had ended, and without the lines of their ends. */
function withoutEndedFreezes(lines: readonly ErasureRecord[]): readonly ErasureRecord[] {
  const last = new Map<string, ErasureRecord>()
  for (const line of lines) {
    const of = `${line.deployment} ${line.player} ${line.registered?.getTime()}`
    if (isOfFreeze(line) && (line.seq ?? 0) >= (last.get(of)?.seq ?? 0)) last.set(of, line)
  }
  const standing = [...last.values()].filter(({ what }) => what === 'frozen')
  return [...lines.filter((line) => !isOfFreeze(line)), ...standing]
}

function isOfFreeze({ what }: ErasureRecord): boolean {
  return what === 'frozen' || what === 'unfrozen'
}

function kindOf({ what }: ErasureRecord): 'erased' | 'withdrawn' | 'rewound' | 'frozen' {
  if (what === 'erased' || what === 'frozen') return what
  return what.startsWith('rewound ') ? 'rewound' : 'withdrawn'
}

/**
 * Repeats an erasure, withdrawal, rewind or freeze that the backup lacks; returns whether it changed
 * anything. `known` is the number of the last record before the first repetition.
 */
async function repeat(
  services: ActServices,
  transaction: Executor,
  withdrawal: ErasureRecord,
  known: number,
): Promise<boolean> {
  const { deployments, events, outbox, uploads, clock } = services
  const { deployment: name, player: playerId, what, at } = withdrawal
  const deployment = deployments.byName(name)
  // The id may belong to another player by now, and a player may have changed their choice.
  if (!deployment || !(await wasThere(transaction, withdrawal))) return false
  if (what === 'erased') {
    await events.publish(transaction, deployment, { type: 'account.deleted', playerId })
    const request = { deletionTypeId: null, reason: null }
    const former = await listFormerAddresses(transaction, name, playerId)
    const player = await erasePlayer(transaction, name, playerId, request, clock.now())
    if (player) {
      await outbox.forget(transaction, { deployment: name, email: player.email, former })
      await uploads.discard(transaction, player)
    }
    return player !== null
  }
  const context = { deployment, services, clientContext: null }
  if (what === 'frozen') {
    if (await knowsOfFreeze(transaction, withdrawal, known)) return false
    return freezeAccount(context, transaction, { id: playerId }, { actor: 'system' })
  }
  const [kind, of = ''] = what.split(' ')
  if (kind === 'rewound') {
    return repeatRewind(context, transaction, { playerId, from: Number(of), at })
  }
  if (await hasDecidedSince(transaction, withdrawal)) return false
  if (kind === 'newsletter') await endOptIn(transaction, name, playerId, Number(of), at)
  if (kind === 'cookie') {
    const choice = { cookieId: Number(of), isAccepted: false }
    await keepCookieChoices(transaction, name, playerId, [choice], at)
  }
  if (kind === 'site') {
    await endClientConsent(transaction, { deployment: name, playerId, clientId: of }, clock.now())
  }
  const owner = { id: playerId, ip: '' }
  await appendConsents(transaction, name, owner, [{ subject: what, accepted: false }], at)
  return true
}
