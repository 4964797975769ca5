import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { maskEmail } from '@gatehouse/contract/display'
import { logEvent } from '../../platform/observability/events.ts'
import { setEmail } from '../../database/accounts/credentials.ts'
import {
  markEmailChangesUndone,
  releaseUndoneEmails,
} from '../../database/accounts/emailChanges.ts'
import { recordAct } from '../../auth/acts/recordAct.ts'
import { emailKey, isValueTaken, take } from '../../database/accounts/uniqueValues.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { keyOf } from '../../database/accounts/players.ts'
import { lockEmailChange } from './lockEmailChange.ts'
import { type AccountContext, handler } from '../handler.ts'
import { mailAbout } from '../../auth/acts/securityMails.ts'
import { sendPasswordRecovery } from '../recovery/sendPasswordRecovery.ts'
import { proofByLink } from '../mail-links/proofByLink.ts'
import { refuseUnknownLink } from '../mail-links/unknownLink.ts'

type Context = AccountContext<'recoverEmailUpdate'>
type Outcome =
  | 'unknown'
  | 'expired'
  /** The address that is back, by this request or one before. */
  | { readonly email: string }

const hour = 3_600_000

/**
 * Undoes a change of address by the link of the mail that went to the old one; needs no session and
 * reads only `uid` of the page's query. The old address is back, later requests are void, and
 * everything that somebody else may hold ends, the password too: a mail leads to a new one. Answers
 * the old address, masked, again for a day until there is a new password. Refuses links that are
 * unknown, used or older than seven days, and all of them once the mailbox of the new address has
 * recovered the account.
 */
export const recoverEmailUpdate = handler('recoverEmailUpdate', async (context) => {
  const { deployment, services, refuse } = context
  let outcome: Outcome
  try {
    outcome = await inTransaction(services.database.kysely, (transaction) =>
      undo(context, transaction),
    )
  } catch (error) {
    if (!isValueTaken(error)) throw error
    logEvent(services.log, 'email_change.undo_conflict', { deployment: deployment.name })
    outcome = 'unknown'
  }
  if (outcome === 'expired') throw refuse('ERROR_EMAIL_RECOVERY_EXPIRED')
  if (outcome === 'unknown') return refuseUnknownLink(context)
  return { Email: maskEmail(outcome.email) }
})

async function undo(context: Context, transaction: Executor): Promise<Outcome> {
  const { input, deployment, services } = context
  const { name } = deployment
  const token = input.query['uid'] ?? ''
  const at = services.clock.now()
  const { player, change } = await lockEmailChange(context, transaction, 'email undo', token)
  if (!player || !change) return 'unknown'
  if (change.undone_at !== null) {
    const sinceThen = at.getTime() - change.undone_at.getTime()
    const isRepeat = sinceThen < services.settings.MAIL_LINK_REPEAT_HOURS * hour
    // The page of the answer says that there is no password.
    const isStillBack =
      isRepeat && keyOf(player.email) === change.old_email_key && player.password_hash === null
    return isStillBack ? { email: change.old_email } : 'unknown'
  }
  if (change.undo_until <= at) return 'expired'

  const isBack = keyOf(player.email) === change.old_email_key
  if (!isBack) await take(transaction, name, player.id, [emailKey(change.old_email)], at)
  await markEmailChangesUndone(transaction, change, at)
  await recordAct(context, transaction, player, {
    act: 'email-restored',
    shown: {
      From: maskEmail(isBack ? change.new_email : player.email),
      To: maskEmail(change.old_email),
    },
    actor: 'mail',
    isBack,
  })
  // The old address gets a link to a new password, the other address a notice.
  const owner = { ...player, email: change.old_email }
  await sendPasswordRecovery(context, transaction, owner, 'emailRestored')
  if (!isBack) {
    await mailAbout(context, transaction, player, { name: 'emailWithdrawn' })
    const proof = change.old_email_proof ?? proofByLink(deployment)
    const back = { email: change.old_email, proof, formerKeptUntil: null, isFormerPutOut: true }
    await setEmail(transaction, player, back, at)
  }
  await releaseUndoneEmails(transaction, name, player.id, at)
  return { email: change.old_email }
}
