import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { consumeForPlayer } from '../../auth/rate-limits/consumeByAddress.ts'
import { mailAbout } from '../../auth/acts/securityMails.ts'
import { isBanned } from '../../auth/login/bans.ts'
import { emailError } from '@gatehouse/contract/fields'
import { findByEmail, keyOf } from '../../database/accounts/players.ts'
import { handler } from '../handler.ts'
import { sendPasswordRecovery } from './sendPasswordRecovery.ts'

/**
 * Mails a link for a new password; older links end. Refuses accounts without a password of their
 * own, sends banned ones no mail and frozen ones the way back, and limits the mails of an address. Strict protection answers all
 * of these alike.
 */
export const recoverPassword = handler('recoverPassword', async (context) => {
  const { input, deployment, services, refuse } = context
  const { email } = input.body
  if (email === '') throw refuse('ERROR_EMAIL_EMPTY')
  if (emailError(email) !== null) throw refuse('ERROR_EMAIL_INCORRECT_FORMAT')
  const { rateLimiter, database } = services
  const { kysely } = database
  const player = await findByEmail(kysely, deployment.name, email)
  const admission = await consumeForPlayer(context, 'recoveryRequests', player)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

  const revealsAccounts = deployment.enumerationProtection === 'spec'
  if (!player && revealsAccounts) throw refuse('ERROR_EMAIL_UNKNOWN')
  if (player?.auth_type === 2 && revealsAccounts) throw refuse('ERROR_NOT_ALLOWED')
  if (!player || player.auth_type === 2 || (await isBanned(context, player))) return {}
  const mails = await rateLimiter.consume(deployment, 'mailsToAddress', keyOf(player.email))
  if (mails.isAdmitted) {
    await inTransaction(kysely, (transaction) =>
      player.frozen_at === null
        ? sendPasswordRecovery(context, transaction, player, 'passwordRecovery')
        : mailAbout(context, transaction, player, { name: 'frozen' }),
    )
  }
  return {}
})
