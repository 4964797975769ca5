import { callPartner } from './callPartner.ts'
import { spendRegistrationTicket } from '../../database/federation/registrationTickets.ts'
import { keyOf } from '../../database/accounts/players.ts'
import { handler } from '../handler.ts'
import { readRegistrationTicket } from './registrationTicket.ts'

/**
 * Asks the partner's service for a mail that validates the player's address there. Requires the
 * ticket that the callback gave to this browser; only a sent mail uses it up.
 */
export const resendPartnerValidation = handler('resendPartnerValidation', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const partner = services.partners.bySlug(deployment, input.path.partner)
  const service = partner?.provider.service
  if (!service) throw refuse('ERROR_NOT_ALLOWED')
  const { Token } = input.body
  const ticket = await readRegistrationTicket(
    services,
    deployment,
    'validation',
    clientContext.flowCookie,
    Token,
  )
  if (ticket?.pendingUser.partner !== partner.slug) throw refuse('This request is not authorized.')
  const { subject, email } = ticket.pendingUser
  const mails = await services.rateLimiter.consume(deployment, 'mailsToAddress', keyOf(email))
  if (!mails.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', mails)
  await callPartner(
    context,
    () => service.sendValidation(subject),
    () => refuse('PARTNER_RESPONSE_ERROR'),
  )
  await spendRegistrationTicket(services.database.kysely, ticket.key, services.clock.now())
  return {}
})
