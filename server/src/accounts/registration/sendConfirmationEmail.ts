import { emailFault } from '@gatehouse/contract/fields'
import { sendConfirmation } from '../mail-links/confirmationLink.ts'
import { findByEmail, keyOf } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'

/**
 * Mails a new confirmation link to an account that waits for its confirmation. A confirmed account
 * gets no mail; more than a handful of mails an hour are dropped without a word.
 */
export const sendConfirmationEmail = handler('sendConfirmationEmail', async (context) => {
  const { input, deployment, rules, services, visitor, refuse } = context
  const { Email } = input.body
  if (rules.register === 'by-partner') throw refuse('ERROR_NOT_ALLOWED')
  if (Email === '') throw refuse('ERROR_EMAIL_EMPTY')
  if (emailFault(Email) !== null) throw refuse('ERROR_EMAIL_INCORRECT_FORMAT')
  const { rateLimiter, database } = services
  const admission = await rateLimiter.admit(deployment, 'confirmationRequests', visitor.address)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

  const player = await findByEmail(database.kysely, deployment.name, Email)
  if (!player && deployment.enumerationProtection === 'spec') throw refuse('ERROR_EMAIL_UNKNOWN')
  if (!player || player.confirmed_at !== null || player.auth_type === 2) return {}
  const { isAdmitted } = await rateLimiter.admit(deployment, 'mailsToAddress', keyOf(player.email))
  if (isAdmitted) {
    const { id: playerId, username, email } = player
    await database.kysely
      .transaction()
      .execute((transaction) =>
        sendConfirmation(context, transaction, { playerId, username, email }),
      )
  }
  return {}
})
