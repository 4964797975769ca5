import type { RecoveryProof } from '@gatehouse/contract/activity'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { maskEmail } from '@gatehouse/contract/display'
import { lifetimes } from '@gatehouse/contract/limits'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById, hasPassword, keyOf, type Player } from '../../database/accounts/players.ts'
import {
  changeCase,
  endCase,
  findLivingCase,
  insertCase,
  type RecoveryCase,
} from '../../database/auth/recoveryCases.ts'
import { readSecondStep } from '../../database/auth/secondSteps.ts'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { type AuthServices, handler } from '../authServices.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { handleOf, isOutdated } from '../second-factor/secondStep.ts'
import { type MailContext, mailAbout, mayMail } from '../security-acts/securityMails.ts'
import { refuseBarred, whatBars } from './safetyLinks.ts'

/*
 * A recovery case: a player who has lost every second factor gets in again, by two kinds of proof and a wait
 * in which every address of the account is told. One case of a player goes on at a time.
 */

const day = 24 * 3600

/** What a link or a staff member's order needs to begin a case. */
export type CaseContext = MailContext & {
  readonly services: Pick<AuthServices, 'database' | 'rateLimiter'>
}

/**
 * Returns whether the password of a player is older than the days in which acts are undone: the mailbox
 * itself may have set a younger one.
 */
export function hasOldPassword({ deployment, services }: CaseContext, player: Player): boolean {
  const { password_set_at: setAt, created_at: createdAt } = player
  const before = after(services.clock.now(), -deployment.rewind.days * day)
  return hasPassword(player) && (setAt ?? createdAt) <= before
}

/** The services whose account a player has linked for long. */
export async function longLinked(
  { services }: CaseContext,
  executor: Executor,
  { deployment, id }: Player,
): Promise<readonly CanonicalName[]> {
  const before = after(services.clock.now(), -lifetimes.recoveryProofAge)
  const linked = await listConnectionsOf(executor, deployment, id)
  return linked
    .filter(({ linked_at: at }) => at <= before)
    .map(({ canonical_name: name }) => name as CanonicalName)
}

/**
 * Begins a recovery case for who has just given the password, or an account of a service, and has lost every
 * second factor. The handle stays good for a factor that turns up.
 */
export const openRecovery = handler('openRecovery', async (context) => {
  const { deployment, services } = context
  const { of, browserHash } = handleOf(context)
  const { kysely } = services.database
  const step = await readSecondStep(kysely, of, browserHash, services.clock.now())
  const player = step && (await findById(kysely, deployment.name, of.playerId))
  if (!player || isOutdated(player, step)) throw refuse('ERROR_SECOND_FACTOR_EXPIRED')
  const proofs: RecoveryProof[] = []
  if (step.methods.includes('pwd') && hasOldPassword(context, player)) proofs.push('password')
  const linked = await longLinked(context, kysely, player)
  if (linked.some((name) => step.methods.includes(`svc:${name}`))) proofs.push('service')
  await refuseBarred(context, kysely, player)
  await consumeOrRefuse(context, 'secureLinks', keyOf(player.email))
  const living = await inTransaction(kysely, (transaction) =>
    beginCase(context, transaction, player.id, proofs),
  )
  return {
    Email: maskEmail(player.email),
    Have: [...(living?.proofs ?? proofs)],
    DueAt: living?.due_at?.toISOString() ?? null,
    WaitDays: deployment.recovery.waitDays,
  }
})

/** What a player got who asked for a link of a recovery case, or the reason for none. */
export type RecoveryLinkMailed = 'link' | 'waiting' | 'barred' | 'too many'

/**
 * Mails a player the link of a recovery case, at whose beginning nothing is proven. `alongside` is done in
 * the same transaction.
 */
export async function mailRecoveryLink(
  context: CaseContext,
  player: Player,
  alongside?: (transaction: Executor) => Promise<void>,
): Promise<RecoveryLinkMailed> {
  const { kysely } = context.services.database
  const bar = await whatBars(context, kysely, player)
  if (bar !== null || player.confirmed_at === null) return 'barred'
  if (!(await mayMail(context, player.email, 'secureLinks'))) return 'too many'
  return inTransaction(kysely, async (transaction) => {
    const living = await beginCase(context, transaction, player.id, [])
    await alongside?.(transaction)
    return living?.state === 'waiting' ? 'waiting' : 'link'
  })
}

/**
 * Begins the case of a player, or goes on with the one that there is, and mails its link: the one for proofs,
 * or the one that opens the account. A case that waits has been mailed about.
 */
async function beginCase(
  context: CaseContext,
  transaction: Executor,
  playerId: number,
  proofs: readonly RecoveryProof[],
): Promise<RecoveryCase | undefined> {
  const now = context.services.clock.now()
  const player = await lockPlayer(transaction, context.deployment.name, playerId)
  if (!player) return undefined
  const living = await goingOn(transaction, player, now)
  if (living?.state === 'waiting') return living
  if (living?.state === 'ready') {
    await mailAbout(context, transaction, player, { name: 'recoveryReady' })
    return living
  }
  if (living) await changeCase(transaction, living, { proofs: union(living.proofs, proofs) })
  else {
    await insertCase(transaction, {
      deployment: player.deployment,
      player_id: player.id,
      email_key: keyOf(player.email),
      proofs: [...proofs],
      state: 'collecting',
      opened_at: now,
      next_at: after(now, lifetimes.recoveryProofs),
    })
  }
  await mailAbout(context, transaction, player, { name: 'recoverLink' })
  return findLivingCase(transaction, player)
}

/** The case that goes on; one whose time or address is over is ended. */
async function goingOn(
  transaction: Executor,
  player: Player,
  now: Date,
): Promise<RecoveryCase | undefined> {
  const living = await findLivingCase(transaction, player)
  if (!living) return undefined
  const isOver = living.next_at !== null && living.next_at <= now && living.state !== 'waiting'
  if (!isOver && living.email_key === keyOf(player.email)) return living
  await endCase(transaction, player, 'expired', now)
  return undefined
}

export function union(
  one: readonly RecoveryProof[],
  other: readonly RecoveryProof[],
): RecoveryProof[] {
  return [...new Set([...one, ...other])]
}
