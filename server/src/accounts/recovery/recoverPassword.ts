import { emailFault } from '@gatehouse/contract/fields'
import { ipBanOf } from '../../database/auth/ipBans.ts'
import { findByEmail, keyOf } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'
import { sendPasswordRecovery } from './sendPasswordRecovery.ts'

/**
 * Mails a link with which the password can be chosen anew; older ones end with it. Accounts without
 * a password of their own are refused, banned ones get no mail, and no address gets more than a
 * handful an hour. Strict protection answers all of these alike.
 */
export const recoverPassword = handler('recoverPassword', async (context) => {
  const { input, deployment, rules, services, visitor, refuse } = context
  const { email } = input.body
  if (rules.passwordRecovery === 'closed') throw refuse('ERROR_NOT_ALLOWED')
  if (email === '') throw refuse('ERROR_EMAIL_EMPTY')
  if (emailFault(email) !== null) throw refuse('ERROR_EMAIL_INCORRECT_FORMAT')
  const { rateLimiter, database, clock } = services
  const { kysely } = database
  if (await ipBanOf(services.database, deployment.name, visitor.ip, 'general', clock.now())) {
    throw refuse('ERROR_USER_IP_BANNED')
  }
  const admission = await rateLimiter.admit(deployment, 'recoveryRequests', visitor.address)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

  const player = await findByEmail(kysely, deployment.name, email)
  const tellsWhoExists = deployment.enumerationProtection === 'spec'
  if (!player && tellsWhoExists) throw refuse('ERROR_EMAIL_UNKNOWN')
  if (player?.auth_type === 2 && tellsWhoExists) throw refuse('ERROR_NOT_ALLOWED')
  if (!player || player.auth_type === 2 || player.banned_at !== null) return {}
  const mails = await rateLimiter.admit(deployment, 'mailsToAddress', keyOf(player.email))
  if (mails.isAdmitted) {
    await kysely
      .transaction()
      .execute((transaction) =>
        sendPasswordRecovery(context, transaction, player, 'passwordRecovery'),
      )
  }
  return {}
})
