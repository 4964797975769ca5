import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { setEmail } from '../../database/accounts/credentials.ts'
import { type EmailChange, markEmailChangeConfirmed } from '../../database/accounts/emailChanges.ts'
import { recordAct } from '../../auth/acts/recordAct.ts'
import { emailKey, isValueTaken, take } from '../../database/accounts/uniqueValues.ts'
import { supersedeMailLinks } from '../../database/accounts/mailLinks.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { undoTokenOf } from './emailChangeTokens.ts'
import { lockEmailChange } from './lockEmailChange.ts'
import { type AccountContext, handler } from '../handler.ts'
import { mailAbout } from '../../auth/acts/securityMails.ts'
import { proofByLink } from '../mail-links/proofByLink.ts'
import { refuseUnknownLink } from '../mail-links/unknownLink.ts'

type Context = AccountContext<'confirmEmailUpdate'>
type Outcome = Confirmed | 'unknown' | 'expired' | 'taken'
interface Confirmed {
  readonly outcome: 'changed' | 'repeated'
  readonly username: string
  readonly email: string
}

const hour = 3_600_000

/**
 * Puts a new address in force by the link of the mail that went to it; needs no session. Answers whose
 * account has it now, and the address, masked. The link answers success again for a while, as long as
 * nothing else has changed since. Refuses links that
 * are unknown, replaced or expired, and an address that was taken in the meantime.
 */
export const confirmEmailUpdate = handler('confirmEmailUpdate', async (context) => {
  const { services, refuse, report } = context
  let outcome: Outcome
  try {
    outcome = await inTransaction(services.database.kysely, (transaction) =>
      confirm(context, transaction),
    )
  } catch (error) {
    if (!isValueTaken(error)) throw error
    outcome = 'taken'
  }
  if (outcome === 'taken') throw refuse('ERROR_EMAIL_EXIST', { property: '' })
  if (outcome === 'expired') throw refuse('ERROR_EMAIL_RECOVERY_EXPIRED')
  if (outcome === 'unknown') return refuseUnknownLink(context)
  if (outcome.outcome === 'changed') report('email_change.confirmed')
  return { Email: maskEmail(outcome.email), Username: outcome.username }
})

async function confirm(context: Context, transaction: Executor): Promise<Outcome> {
  const { input, deployment, services } = context
  const token = input.query['uid'] ?? ''
  const at = services.clock.now()
  const { player, change } = await lockEmailChange(
    context,
    transaction,
    'email confirmation',
    token,
  )
  if (!player || !change || player.banned_at !== null || change.undone_at !== null) return 'unknown'
  if (change.confirmed_at !== null) {
    const sinceThen = at.getTime() - change.confirmed_at.getTime()
    const isRepeat = sinceThen < services.settings.MAIL_LINK_REPEAT_HOURS * hour
    const isStill = isRepeat && keyOf(player.email) === change.new_email_key
    return isStill ? outcomeOf('repeated', player, change) : 'unknown'
  }
  if (change.voided_at !== null || keyOf(player.email) !== change.old_email_key) return 'unknown'
  if (change.confirm_until <= at) return 'expired'
  const { new_email: newEmail, player_id: playerId } = change
  const undoToken = undoTokenOf(services.key, token, change)
  if (undoToken === null) return 'unknown'
  await take(transaction, deployment.name, playerId, [emailKey(newEmail)], at)
  await markEmailChangeConfirmed(transaction, change, player.email_proof, at)
  await supersedeMailLinks(transaction, deployment.name, playerId, at)
  const proven = { email: newEmail, proof: proofByLink(deployment), isFormerPutOut: false }
  await setEmail(transaction, player, { ...proven, formerKeptUntil: change.undo_until }, at)
  const shown = { From: maskEmail(player.email), To: maskEmail(newEmail) }
  await recordAct(context, transaction, player, { act: 'email-changed', shown, actor: 'mail' })
  const former = { ...player, email: change.old_email }
  await mailAbout(context, transaction, former, {
    name: 'emailChanged',
    newEmail: maskEmail(newEmail),
    link: { path: `${paths.updateEmailRecovery}?uid=${undoToken}` },
  })
  const moved = { ...player, email: newEmail }
  await mailAbout(context, transaction, moved, { name: 'emailWelcomed' })
  return outcomeOf('changed', player, change)
}

function outcomeOf(
  outcome: Confirmed['outcome'],
  { username }: Player,
  { new_email: email }: EmailChange,
): Confirmed {
  return { outcome, username, email }
}
