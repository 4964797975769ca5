import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { violatedConstraint } from '../../database/connection/databaseErrors.ts'
import { findByEmail } from '../../database/accounts/players.ts'
import { isEmailTaken } from '../../accounts/email/emailTaken.ts'
import { type FederationContext, handler } from '../handler.ts'
import { type RegistrationTicket, readRegistrationTicket } from './registrationTicket.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { isUnverified } from '../../accounts/registration/unverifiedAccount.ts'
import { usernameRefusal } from '../../accounts/username/usernameRefusal.ts'
import { createPartnerUser } from './createPartnerUser.ts'

export type RegisterContext = FederationContext<'registerPartnerUser'>

/**
 * Makes the account of a subject that the partner has just verified: 201, and a value that the
 * browser exchanges once for its session. The subject comes from the ticket, never from the form;
 * success alone uses the ticket up. A robot in the trap gets 200 and a worthless value.
 */
export const registerPartnerUser = handler(
  'registerPartnerUser',
  async (context) => {
    const { input, deployment, services, clientContext, response, refuse, report } = context
    if (input.body.Additional) {
      report('bot.honeypot_filled')
      response.answerOk()
      return { Created: newSecret() }
    }
    const { clock, rateLimiter } = services
    const now = clock.now()
    await context.refuseBannedIp()
    const admission = await rateLimiter.consume(deployment, 'registrations', clientContext.address)
    if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

    const { Token } = input.body
    const proof = await readRegistrationTicket(
      services,
      deployment,
      'registration',
      clientContext.flowCookie,
      Token,
    )
    if (!proof) throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
    // The partner was switched off meanwhile.
    const partner = services.partners.bySlug(deployment, proof.pendingUser.partner)
    if (!partner) throw refuse('ERROR_NOT_ALLOWED')

    ;(await registrationErrorsOf(context, proof)).throwIfAny()
    const arrival = { secret: newSecret(), expiresAt: after(now, lifetimes.partnerCreated) }
    try {
      const playerId = await createPartnerUser(context, proof, arrival)
      report('registration.succeeded', playerId)
    } catch (error) {
      if (violatedConstraint(error) === null) throw error
      // Somebody was faster by a moment: the form says with which of its fields, if with any.
      ;(await registrationErrorsOf(context, proof)).throwIfAny()
      throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
    }
    return { Created: arrival.secret }
  },
  // A robot in the trap learns nothing of a ban.
  { collectsErrors: true, checksIpBan: true },
)

/** The errors of the form, at most one a field. */
async function registrationErrorsOf(
  { input, inputErrors, deployment, rules, services }: RegisterContext,
  { pendingUser }: RegistrationTicket,
): Promise<ErrorCollector<'registerPartnerUser'>> {
  const form = input.body
  const errors = new ErrorCollector<'registerPartnerUser'>(inputErrors)
  errors.add(await usernameRefusal(services, deployment, form.Username, null))
  // An account of the same address is somebody's who has not been proven to be this player. Where
  // nobody has proven the address, whoever typed it gives way to whom the partner has proven.
  const holder = await findByEmail(services.database.kysely, deployment.name, pendingUser.email)
  const isTaken =
    !isUnverified(holder) && (await isEmailTaken(services, deployment, pendingUser.email, null))
  if (isTaken) errors.add('ERROR_EMAIL_EXIST')
  if (!form.ApprovePrivacyPolicy) errors.add('ERROR_APPROVE_PRIVACY_POLICY')
  if (!form.ApproveEULA) errors.add('ERROR_APPROVE_EULA')
  if (rules.codeOfConduct === 'at-partner-register' && !form.ApproveCodeOfConduct) {
    errors.add('ERROR_APPROVE_CODE_OF_CONDUCT')
  }
  return errors
}
