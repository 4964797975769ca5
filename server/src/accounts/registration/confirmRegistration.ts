import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { maskEmail } from '@gatehouse/contract/display'
import { emailError } from '@gatehouse/contract/fields'
import { findByEmail, keyOf, type Player } from '../../database/accounts/players.ts'
import { type AccountContext, handler } from '../handler.ts'
import {
  confirmByLink,
  registrantOfLink,
  sendConfirmation,
} from '../mail-links/confirmationLink.ts'

/** Confirms an account by the uid of its mail and answers its username; never logs in. */
export const confirmEmail = handler('confirmEmail', async (context) => {
  const { input, refuse } = context
  const { refusal, Username } = await confirmByLink(context, 'confirm-email', input.body.Uid)
  if (refusal) throw refuse(refusal.code, refusal)
  return { Username }
})

/** Confirms an account by the code of its mail and answers its username; never logs in. */
export const verifyRegistration = handler('verifyRegistration', async (context) => {
  const { input, refuse } = context
  const { VerificationCode } = input.body
  if (VerificationCode === '') throw refuse('This request should have a verification code.')
  const { refusal, Username } = await confirmByLink(context, 'register-validate', VerificationCode)
  if (refusal) throw refuse(refusal.code, refusal)
  return { Username }
})

/**
 * Mails a new confirmation link to an unconfirmed account. A confirmed account gets no mail; mails
 * over the hourly limit are silently dropped.
 */
export const sendConfirmationEmail = handler('sendConfirmationEmail', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { Email } = input.body
  if (Email === '') throw refuse('ERROR_EMAIL_EMPTY')
  if (emailError(Email) !== null) throw refuse('ERROR_EMAIL_INCORRECT_FORMAT')
  const { rateLimiter, database } = services
  const admission = await rateLimiter.consume(
    deployment,
    'confirmationRequests',
    clientContext.address,
  )
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

  const player = await findByEmail(database.kysely, deployment.name, Email)
  if (!player && deployment.enumerationProtection === 'spec') throw refuse('ERROR_EMAIL_UNKNOWN')
  if (!player || player.confirmed_at !== null || player.auth_type === 2) return {}
  await mailConfirmation(context, player)
  return {}
})

/**
 * Mails a new confirmation link by an old one, which need not work any more: who has it reads the
 * mailbox. Answers the address, masked. Refuses links that are unknown or whose registration is
 * confirmed or gone; mails over the hourly limit are silently dropped.
 */
export const renewConfirmation = handler('renewConfirmation', async (context) => {
  const { input, rules, refuse } = context
  const kind = rules.registrationMailOpens
  const found = await registrantOfLink(context, kind, input.body.Uid)
  if ('refusal' in found) throw refuse(found.refusal.code, found.refusal)
  await mailConfirmation(context, found.player)
  return { Email: maskEmail(found.player.email) }
})

async function mailConfirmation(
  context: Pick<AccountContext<never>, 'deployment' | 'rules' | 'services' | 'clientContext'>,
  player: Player,
): Promise<void> {
  const { deployment, services } = context
  const { rateLimiter, database } = services
  const { isAdmitted } = await rateLimiter.consume(
    deployment,
    'mailsToAddress',
    keyOf(player.email),
  )
  if (isAdmitted) {
    const { id: playerId, username, email, language } = player
    await inTransaction(database.kysely, (transaction) =>
      sendConfirmation(context, transaction, { playerId, username, email, language }),
    )
  }
}
