import { callPartner } from './callPartner.ts'
import { spendRegistrationTicket } from '../../database/federation/registrationTickets.ts'
import { keyOf } from '../../database/accounts/players.ts'
import { handler } from '../handler.ts'
import { readRegistrationTicket } from './registrationTicket.ts'

/**
 * Asks the partner's service to mail a player what validates the address there. Takes the proof that
 * the callback gave this browser for it, which a mail that was sent uses up.
 */
export const resendPartnerValidation = handler('resendPartnerValidation', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const partner = services.partners.bySlug(deployment, input.path.partner)
  const service = partner?.provider.service
  if (!service) throw refuse('ERROR_NOT_ALLOWED')
  const { Token } = input.body
  const proof = await readRegistrationTicket(
    services,
    deployment,
    'validation',
    clientContext.flowCookie,
    Token,
  )
  if (proof?.pendingUser.partner !== partner.slug) throw refuse('This request is not authorized.')
  const { subject, email } = proof.pendingUser
  const mails = await services.rateLimiter.consume(deployment, 'mailsToAddress', keyOf(email))
  if (!mails.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', mails)
  await callPartner(
    context,
    () => service.sendValidation(subject),
    () => refuse('PARTNER_RESPONSE_ERROR'),
  )
  await spendRegistrationTicket(services.database.kysely, proof.key, services.clock.now())
  return {}
})
