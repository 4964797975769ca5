import type { RecoveryProof } from '@gatehouse/contract/activity'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { bounds, lifetimes } from '@gatehouse/contract/limits'
import { lockPlayer, setPassword } from '../../database/accounts/credentials.ts'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { endFactorsOf } from '../../database/auth/endFactors.ts'
import {
  changeCase,
  endCase,
  findLivingCase,
  listDueCases,
  listWaits,
  type RecoveryCase,
} from '../../database/auth/recoveryCases.ts'
import { takeSafetyLink } from '../../database/auth/safetyLinkStatements.ts'
import { changeRows, type Executor } from '../../database/schema/executor.ts'
import type { CredentialKind } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import { isIdentityProvider } from '@gatehouse/contract/identityProviderNames'
import { refuse } from '../../platform/apiError.ts'
import { after, secondsUntil } from '../../platform/clock.ts'
import { doEach } from '../../platform/doEach.ts'
import { type AuthCall, type AuthServices, handler } from '../authServices.ts'
import { requirePassword } from '../password/verifyPassword.ts'
import { knownSince } from '../rate-limits/knownBrowsers.ts'
import { cancelDeletion } from '../security-acts/cancelDeletion.ts'
import { factorsBefore, type Factors } from '../security-acts/past.ts'
import { type MailedActContext, recordMailedAct } from '../security-acts/recordAct.ts'
import { stopRecoveryCase } from '../security-acts/stopRecovery.ts'
import { mailAbout } from '../security-acts/securityMails.ts'
import { setOpen } from './freezeAccount.ts'
import { hasOldPassword, longLinked, union } from './openRecovery.ts'
import { requireNumber } from './requireNumber.ts'
import { asksOf, findLink, type LinkFound, proofOfMailbox } from './safetyLinks.ts'

const day = 24 * 3600

/** How far a case is, and what can be added to it. */
export async function readCase(
  context: AuthCall,
  player: Player,
  { proofs, due_at: dueAt }: Pick<RecoveryCase, 'proofs' | 'due_at'>,
) {
  const { deployment, services } = context
  const linked = await longLinked(context, services.database.kysely, player)
  const isOffered = (name: CanonicalName) =>
    isIdentityProvider(name) && offersSignInWith(deployment, name)
  return {
    Have: [...proofs],
    DueAt: dueAt?.toISOString() ?? null,
    MayPassword: !proofs.includes('password') && hasOldPassword(context, player),
    Services: proofs.includes('service') ? [] : linked.filter(isOffered),
    WaitDays: deployment.recovery.waitDays,
  }
}

/**
 * Adds the mailbox of a link to its case, a browser that has been known for long by itself, and the
 * password where one is given. Wrong ones count with those of log-ins. Refuses what proves nothing more.
 */
export const addRecoveryProof = handler('addRecoveryProof', async (context) => {
  const { input, services, clientContext } = context
  const { Link, Password } = input.body
  const found = await findCaseLink(context, Link)
  const asks = await asksOf(context, services.database.kysely, found)
  const { tenure, player } = found
  if (asks.needsNumber) await requireNumber(context, found, input.body)
  const proofs: RecoveryProof[] = [proofOfMailbox(tenure)]
  const since = knownSince(
    services.key.browsers,
    clientContext.cookie('browser'),
    player,
    services.clock.now(),
  )
  if (since !== null && since <= after(services.clock.now(), -lifetimes.recoveryProofAge)) {
    proofs.push('browser')
  }
  if (Password !== '') {
    if (!hasOldPassword(context, player)) throw refuse('ERROR_RECOVERY_NOT_ENOUGH')
    await requirePassword(context, player, Password)
    proofs.push('password')
  }
  return addProofs(context, found, proofs)
})

/** The link of a call, which takes proofs of a recovery case. */
export async function findCaseLink(context: AuthCall, token: string): Promise<LinkFound> {
  const found = await findLink(context, token)
  if (found.link.kind !== 'recover') throw refuse('ERROR_SAFETY_LINK_NOTEXISTS')
  return found
}

/**
 * Adds proofs to the case of a link. The mailbox and one more begin the wait, and every address that has a
 * right to the account is told. Repeated while it waits, the answer is the same.
 */
export async function addProofs(
  context: AuthCall,
  { player: { id } }: Pick<LinkFound, 'player'>,
  given: readonly RecoveryProof[],
) {
  const { deployment, services } = context
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, id)
    const living = player && (await findLivingCase(transaction, player))
    if (!living) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
    if (living.state !== 'collecting') return answerOf(living)
    const proofs = union(living.proofs, given)
    const isEnough = proofs.includes('mailbox') && proofs.length >= bounds.recoveryProofs.min
    if (!isEnough) {
      if (proofs.length === living.proofs.length) throw refuse('ERROR_RECOVERY_NOT_ENOUGH')
      await changeCase(transaction, living, { proofs })
      return answerOf({ proofs, due_at: null })
    }
    return answerOf({
      proofs,
      due_at: await beginWait(context, transaction, player, { ...living, proofs }),
    })
  })
}

function answerOf({ proofs, due_at: dueAt }: Pick<RecoveryCase, 'proofs' | 'due_at'>) {
  return { Have: [...proofs], DueAt: dueAt?.toISOString() ?? null }
}

async function beginWait(
  context: AuthCall,
  transaction: Executor,
  player: Player,
  living: RecoveryCase,
): Promise<Date> {
  const { deployment, services } = context
  const now = services.clock.now()
  const earlier = await listWaits(transaction, player, after(now, -lifetimes.recoveryCases))
  if (earlier[0] && earlier.length >= bounds.recoveryCases.max) {
    const until = after(earlier[0], lifetimes.recoveryCases)
    throw refuse('ERROR_TOO_MANY_ATTEMPTS', { retryAfter: secondsUntil(until, now) })
  }
  const dueAt = after(now, deployment.recovery.waitDays * day)
  await changeCase(transaction, living, {
    state: 'waiting',
    proofs: living.proofs,
    waits_since: now,
    due_at: dueAt,
    next_at: nextMail(now, dueAt, now),
  })
  const act = { act: 'recovery-opened', shown: { Until: dueAt.toISOString() } } as const
  await recordMailedAct(context, transaction, player, { ...act, actor: 'mail' })
  return dueAt
}

/** The next reminder of a case that waits: after one day, after three and a day before its end; else its end. */
function nextMail(since: Date, dueAt: Date, now: Date): Date {
  const reminders = [after(since, day), after(since, 3 * day), after(dueAt, -day)]
  const next = reminders
    .filter((at) => at > now && at < dueAt)
    .toSorted((one, other) => one.getTime() - other.getTime())
  return next[0] ?? dueAt
}

/**
 * Opens an account without its second factors, with a new password: they all end, with everything that
 * another person may hold of it, and changes are on hold. False where the case is over.
 */
export async function finishByLink(
  context: AuthCall,
  { sought, player: { id } }: LinkFound,
  hash: string,
): Promise<boolean> {
  const { deployment, services } = context
  const { name } = deployment
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, name, id)
    const living = player && (await findLivingCase(transaction, player))
    const isOpen = living?.state === 'ready' && living.email_key === keyOf(player?.email ?? '')
    if (!player || !isOpen) return false
    const at = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, sought, 'finish', at))) return false
    await endCase(transaction, player, 'done', at)
    const before = await factorsBefore(transaction, player)
    const opens = player.frozen_at !== null
    await recordMailedAct(context, transaction, player, {
      act: 'recovered',
      shown: {},
      before,
      actor: 'mail',
      kinds: kindsOf(before),
      opens,
    })
    await cancelDeletion(context, transaction, player, { actor: 'mail' })
    await endFactorsOf(transaction, name, id, at)
    await setPassword(transaction, name, id, hash, at)
    const until = after(at, deployment.rewind.holdHours * 3600)
    const isLonger = player.held_until !== null && player.held_until > until
    const held = { held_until: isLonger ? player.held_until : until }
    if (opens) await setOpen(transaction, player, at, held)
    else await changeRows(transaction, 'players', { deployment: name, id }, held)
    return true
  })
}

/** The second factors that end, as events name them. */
function kindsOf({ passkeys, apps, codes }: Factors): readonly CredentialKind[] {
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(apps.length > 0 ? (['app'] as const) : []),
    ...(codes === null ? [] : (['codes'] as const)),
    'two_step',
  ]
}

/** Stops a case by the link of a mail about it. False where the link has ended. */
export function cancelByLink(
  context: AuthCall,
  { sought, player: { id } }: LinkFound,
): Promise<boolean> {
  const { deployment, services } = context
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, id)
    if (!player) return false
    const at = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, sought, 'cancel', at))) return false
    return stopRecoveryCase(context, transaction, player, { actor: 'mail' })
  })
}

/** Stops the case of the caller's account. Without one it is answered alike. */
export const stopRecovery = handler('stopRecovery', async (context) => {
  const { deployment, services, caller } = context
  await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, caller.player_id)
    if (!player) return
    await stopRecoveryCase(context, transaction, player, { family: caller.family })
  })
  return {}
})

/** Reminds of every case that waits, opens those whose wait is over, and ends those that nobody went on with. */
export async function doDueRecoveries(services: AuthServices): Promise<void> {
  const { database, clock, deployments } = services
  await doEach(await listDueCases(database.kysely, clock.now()), async (due) => {
    const deployment = deployments.byName(due.deployment)
    if (!deployment) return
    const context = { deployment, services, clientContext: null }
    await inTransaction(database.kysely, (transaction) => doDue(context, transaction, due))
  })
}

async function doDue(
  context: MailedActContext,
  transaction: Executor,
  due: RecoveryCase,
): Promise<void> {
  const now = context.services.clock.now()
  const player = await lockPlayer(transaction, due.deployment, due.player_id)
  const living = player && (await findLivingCase(transaction, player))
  // Another server was faster.
  if (!player || living?.id !== due.id || living.next_at === null || living.next_at > now) return
  const { state, waits_since: since, due_at: dueAt } = living
  if (state !== 'waiting' || since === null || dueAt === null) {
    await endCase(transaction, player, 'expired', now)
    return
  }
  // Nothing ends it any more, or the mailbox that was proven is not the account's.
  const isOffered = context.deployment.rules.hasSecuritySection
  if (!isOffered || living.email_key !== keyOf(player.email)) {
    await stopRecoveryCase(context, transaction, player, { actor: 'system' })
    return
  }
  if (dueAt > now) {
    await changeCase(transaction, living, { next_at: nextMail(since, dueAt, now) })
    const mail = { name: 'recoveryWaits', until: dueAt.toISOString() } as const
    await mailAbout(context, transaction, player, mail)
    return
  }
  const next_at = after(now, lifetimes.recoveryReady)
  await changeCase(transaction, living, { state: 'ready', next_at })
  await mailAbout(context, transaction, player, { name: 'recoveryReady' })
}
