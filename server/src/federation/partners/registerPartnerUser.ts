import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import { type FederationContext, handler } from '../handler.ts'
import { type RegistrationTicket, readRegistrationTicket } from './registrationTicket.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { usernameRefusal } from '../../accounts/username/usernameRefusal.ts'
import { createPartnerUser } from './createPartnerUser.ts'

/**
 * Creates the account of a subject that the partner has just verified: 201, and a code that the
 * browser exchanges once for its session. The subject comes from the ticket, never from the form;
 * success alone uses the ticket up. A robot in the trap gets 200 and a worthless code.
 */
export const registerPartnerUser = handler(
  'registerPartnerUser',
  async (context) => {
    const { input, deployment, services, clientContext, response, refuse, report } = context
    if (input.body.Additional) {
      report('bot.honeypot_filled')
      response.answerOk()
      // As long as a real one, of no player.
      return { Created: services.secrets.valueOf('partner login code', 0, newSecret()) }
    }
    const { clock, rateLimiter } = services
    const now = clock.now()
    await context.refuseBannedIp()
    const admission = await rateLimiter.consume(deployment, 'registrations', clientContext.address)
    if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

    const { Token } = input.body
    const ticket = await readRegistrationTicket(
      services,
      deployment,
      'registration',
      clientContext.flowCookie,
      Token,
    )
    if (!ticket) throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
    // The partner may have been switched off since the callback.
    const partner = services.partners.bySlug(deployment, ticket.pendingUser.partner)
    if (!partner) throw refuse('ERROR_NOT_ALLOWED')

    ;(await registrationErrorsOf(context, ticket)).throwIfAny()
    try {
      const codeExpiresAt = after(now, lifetimes.partnerCreated)
      const { playerId, created } = await createPartnerUser(context, ticket, codeExpiresAt)
      report('registration.succeeded', playerId)
      return { Created: created }
    } catch (error) {
      if (!isValueTaken(error)) throw error
      // Another registration was faster: the form's errors name the field that it took, if any.
      ;(await registrationErrorsOf(context, ticket)).throwIfAny()
      throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
    }
  },
  // The trap answers before the ban, so that a robot does not learn of a ban.
  { collectsErrors: true, checksIpBan: true },
)

/** The errors of the form, at most one a field. */
async function registrationErrorsOf(
  { input, inputErrors, deployment, rules, services }: FederationContext<'registerPartnerUser'>,
  { pendingUser }: RegistrationTicket,
): Promise<ErrorCollector<'registerPartnerUser'>> {
  const form = input.body
  const errors = new ErrorCollector<'registerPartnerUser'>(inputErrors)
  errors.add(await usernameRefusal(services, deployment, form.Username, null))
  // The holder of the same address is not verified to be this player, so accounts are not merged.
  const isTaken = await isEmailTaken(
    services.database.kysely,
    deployment.name,
    pendingUser.email,
    null,
    services.clock.now(),
  )
  if (isTaken) errors.add('ERROR_EMAIL_EXIST')
  if (!form.ApprovePrivacyPolicy) errors.add('ERROR_APPROVE_PRIVACY_POLICY')
  if (!form.ApproveEULA) errors.add('ERROR_APPROVE_EULA')
  if (rules.codeOfConduct === 'at-partner-register' && !form.ApproveCodeOfConduct) {
    errors.add('ERROR_APPROVE_CODE_OF_CONDUCT')
  }
  return errors
}
