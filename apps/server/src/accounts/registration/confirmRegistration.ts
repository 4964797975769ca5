import { maskEmail } from '@gatehouse/contract/display'
import { emailError } from '@gatehouse/contract/fields'
import { mailConfirmation } from '../../auth/security-acts/confirmationMail.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { findByEmail } from '../../database/accounts/players.ts'
import { handler } from '../accountServices.ts'
import { confirmByLink, registrantOfLink } from '../mail-links/confirmationLink.ts'

/** Confirms an account by the uid of its mail and answers its username. */
export const confirmEmail = handler('confirmEmail', (context) => {
  const { Uid, ...given } = context.input.body
  return confirmByLink(context, 'confirm-email', Uid, given)
})

/** Confirms an account by the code of its mail and answers its username. */
export const verifyRegistration = handler('verifyRegistration', async (context) => {
  const { VerificationCode, ...given } = context.input.body
  if (VerificationCode === '') {
    throw context.refuse('This request should have a verification code.')
  }
  return confirmByLink(context, 'register-validate', VerificationCode, given)
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
  await consumeOrRefuse(context, 'confirmationRequests', clientContext.address)

  const player = await findByEmail(services.database.kysely, deployment.name, Email)
  if (!player && deployment.enumerationProtection === 'spec') throw refuse('ERROR_EMAIL_UNKNOWN')
  if (!player || player.confirmed_at !== null || player.auth_type === 2) return {}
  await mailConfirmation(context, player)
  return {}
})

/**
 * Mails a new confirmation link by an old one, which may have expired: its sender reads the
 * mailbox. Answers the address, masked. Refuses links that are unknown or whose registration is
 * confirmed or gone; mails over the hourly limit are silently dropped.
 */
export const renewConfirmation = handler('renewConfirmation', async (context) => {
  const kind = context.rules.registrationMailOpens
  const player = await registrantOfLink(context, kind, context.input.body.Uid)
  await mailConfirmation(context, player)
  return { Email: maskEmail(player.email) }
})
