import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { recordAct } from '../../auth/security-acts/recordAct.ts'
import { stopRecoveryCase } from '../../auth/security-acts/stopRecovery.ts'
import { mailAbout } from '../../auth/security-acts/securityMails.ts'
import { lockPlayer, setEmail } from '../../database/accounts/credentials.ts'
import {
  type EmailChange,
  findEmailChange,
  markEmailChangeConfirmed,
  markEmailChangesUndone,
  releaseUndoneEmails,
} from '../../database/accounts/emailChanges.ts'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { emailKey, isValueTaken, take } from '../../database/accounts/uniqueValues.ts'
import { endOpen } from '../../database/schema/endOpen.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { addPlayerPrefix } from '../../platform/crypto/playerSecret.ts'
import { derived, hashOf } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { type AccountContext, handler } from '../accountServices.ts'
import { emailVerifiedByLink, refuseUnknownLink } from '../mail-links/confirmationLink.ts'
import { mailNewPassword } from '../../auth/password/mailNewPassword.ts'

type Context = AccountContext<'confirmEmailUpdate'> | AccountContext<'recoverEmailUpdate'>

const hour = 3_600_000

/**
 * Puts a new address in force by the link of the mail that went to it; needs no session. Answers the
 * player who has it now, and the address, masked. The link answers success again for a while, as long as
 * nothing else has changed since. Refuses links that are unknown, replaced or expired, and an address that
 * was taken in the meantime.
 */
export const confirmEmailUpdate = handler('confirmEmailUpdate', async (context) => {
  const outcome = await inTransaction(context.services.database.kysely, (transaction) =>
    confirm(context, transaction),
  ).catch((error: unknown) => {
    throw isValueTaken(error) ? refuse('ERROR_EMAIL_EXIST', { property: '' }) : error
  })
  const { change, player, isNew } = await usable(context, outcome)
  if (isNew) context.report('email_change.confirmed')
  return { Email: maskEmail(change.new_email), Username: player.username }
})

/**
 * Undoes a change of address by the link of the mail that went to the old one; needs no session and
 * reads only `uid` of the page's query. The old address is back, later requests are void, and
 * everything that another person may hold ends, the password too: a mail leads to a new one. Answers
 * the old address, masked, again for a day until there is a new password. Refuses links that are
 * unknown, used or older than seven days, and all of them once the mailbox of the new address has
 * recovered the account.
 */
export const recoverEmailUpdate = handler('recoverEmailUpdate', async (context) => {
  const { deployment, services } = context
  const outcome = await inTransaction(services.database.kysely, (transaction) =>
    undo(context, transaction),
  ).catch((error: unknown) => {
    if (!isValueTaken(error)) throw error
    logEvent(services.log, 'email_change.undo_conflict', { deployment: deployment.name })
    return 'unknown' as const
  })
  const { change } = await usable(context, outcome)
  return { Email: maskEmail(change.old_email) }
})

interface Done {
  readonly player: Player
  readonly change: EmailChange
  /** False for a repeated request. */
  readonly isNew: boolean
}

type Outcome = Done | 'unknown' | 'expired'

async function usable(context: Context, outcome: Outcome): Promise<Done> {
  if (outcome === 'expired') throw refuse('ERROR_EMAIL_RECOVERY_EXPIRED')
  return outcome === 'unknown' ? refuseUnknownLink(context) : outcome
}

const columns = { 'email confirmation': 'confirm_hash', 'email undo': 'undo_hash' } as const

/** The change of address of a link, and its player, whose row it locks first. */
async function lockEmailChange(
  { input, deployment: { name }, services }: Context,
  transaction: Executor,
  kind: keyof typeof columns,
): Promise<Omit<Done, 'isNew'> | null> {
  const sought = services.secrets.lookup(kind, input.query['uid'] ?? '')
  // The id in the secret is not proven: only a row that is there leads to a lock.
  if (!(await findEmailChange(transaction, name, columns[kind], sought))) return null
  const player = await lockPlayer(transaction, name, sought.playerId)
  const change = await findEmailChange(transaction, name, columns[kind], sought)
  return player && change ? { player, change } : null
}

function isRepeatable({ services: { settings } }: Context, done: Date, at: Date): boolean {
  return at.getTime() - done.getTime() < settings.MAIL_LINK_REPEAT_HOURS * hour
}

async function confirm(context: Context, transaction: Executor): Promise<Outcome> {
  const { input, deployment, services } = context
  const at = services.clock.now()
  const locked = await lockEmailChange(context, transaction, 'email confirmation')
  if (!locked) return 'unknown'
  const { player, change } = locked
  if (player.banned_at !== null || change.undone_at !== null) return 'unknown'
  if (change.confirmed_at !== null) {
    const isRepeat = isRepeatable(context, change.confirmed_at, at)
    const isStill = isRepeat && keyOf(player.email) === change.new_email_key
    return isStill ? { player, change, isNew: false } : 'unknown'
  }
  if (change.voided_at !== null || keyOf(player.email) !== change.old_email_key) return 'unknown'
  if (change.confirm_until <= at) return 'expired'
  const { new_email: newEmail, player_id: playerId } = change
  const undoToken = undoTokenOf(services.key, input.query['uid'] ?? '', change)
  if (undoToken === null) return 'unknown'
  await take(transaction, deployment.name, playerId, [emailKey(newEmail)], at)
  await markEmailChangeConfirmed(transaction, change, player.email_verified_by, at)
  await endOpen(transaction, 'mail_links', deployment.name, playerId, at)
  const next = {
    email: newEmail,
    verifiedBy: emailVerifiedByLink(deployment),
    isFormerPutOut: false,
  }
  const formerKeptUntil = keptUntil(deployment, change.undo_until, at)
  await setEmail(transaction, player, { ...next, formerKeptUntil }, at)
  const shown = { From: maskEmail(player.email), To: maskEmail(newEmail) }
  const before = { email: player.email }
  const act = { act: 'email-changed', shown, before, actor: 'mail' } as const
  await recordAct(context, transaction, player, act)
  const former = { ...player, email: change.old_email }
  await mailAbout(context, transaction, former, {
    name: 'emailChanged',
    newEmail: maskEmail(newEmail),
    link: { path: `${paths.updateEmailRecovery}?uid=${undoToken}` },
  })
  const moved = { ...player, email: newEmail }
  await mailAbout(context, transaction, moved, { name: 'emailWelcomed' })
  // The mailbox that it goes by is a former one now, and would count a second time as such.
  await stopRecoveryCase(context, transaction, moved, { actor: 'mail' })
  return { player, change, isNew: true }
}

/** A former address stays its player's as long as it can take the account back, by either way. */
function keptUntil({ rules, rewind }: Deployment, undoUntil: Date, now: Date): Date {
  const until = after(now, rewind.days * 24 * 3600)
  return rules.hasSecuritySection && until > undoUntil ? until : undoUntil
}

async function undo(context: Context, transaction: Executor): Promise<Outcome> {
  const { deployment, services } = context
  const { name } = deployment
  const at = services.clock.now()
  const locked = await lockEmailChange(context, transaction, 'email undo')
  if (!locked) return 'unknown'
  const { player, change } = locked
  const isBack = keyOf(player.email) === change.old_email_key
  if (change.undone_at !== null) {
    // The page of the answer says that there is no password.
    const isRepeat = isRepeatable(context, change.undone_at, at)
    const isStill = isRepeat && isBack && player.password_hash === null
    return isStill ? { player, change, isNew: false } : 'unknown'
  }
  if (change.undo_until <= at) return 'expired'

  if (!isBack) await take(transaction, name, player.id, [emailKey(change.old_email)], at)
  await markEmailChangesUndone(transaction, change, at)
  await recordAct(context, transaction, player, {
    act: 'email-restored',
    shown: {
      From: maskEmail(isBack ? change.new_email : player.email),
      To: maskEmail(change.old_email),
    },
    before: { email: player.email },
    actor: 'mail',
    isBack,
  })
  // The old address gets a link to a new password, the other address a notice.
  const owner = { ...player, email: change.old_email }
  await mailNewPassword(context, transaction, owner, 'emailRestored')
  if (!isBack) {
    await mailAbout(context, transaction, player, { name: 'emailWithdrawn' })
    const verifiedBy = change.old_email_verified_by ?? emailVerifiedByLink(deployment)
    const back = {
      email: change.old_email,
      verifiedBy,
      formerKeptUntil: null,
      isFormerPutOut: true,
    }
    await setEmail(transaction, player, back, at)
  }
  await releaseUndoneEmails(transaction, name, player.id, at)
  return { player, change, isNew: true }
}

/** The secret that undoes a change, of the secret that confirms it: its mail carries it again. */
export function undoSecretOf(key: Buffer, confirmToken: string): string {
  return derived(key, 'undo email change', confirmToken)
}

/** The token that undoes a player's change; null when the key that made it is gone. */
function undoTokenOf(
  { links, players }: ServerKey,
  confirmToken: string,
  change: EmailChange,
): string | null {
  const tokens = links.flatMap((key) => {
    const undo = undoSecretOf(key, confirmToken)
    const carriers = players['email undo']
    return [undo, ...carriers.map((carrier) => addPlayerPrefix(carrier, change.player_id, undo))]
  })
  return tokens.find((each) => hashOf(each).equals(change.undo_hash)) ?? null
}
