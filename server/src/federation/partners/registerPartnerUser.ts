import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { violatedConstraint } from '../../database/connection/databaseErrors.ts'
import { ipBanOf } from '../../database/auth/ipBans.ts'
import { findByEmail } from '../../database/accounts/players.ts'
import { isEmailTaken } from '../../accounts/email/emailTaken.ts'
import { type CallContext, handler } from '../../http/handler.ts'
import { type RegistrationTicket, readRegistrationTicket } from './registrationTicket.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { isUnverified } from '../../accounts/registration/unverifiedAccount.ts'
import { usernameRefusal } from '../../accounts/username/usernameRefusal.ts'
import { createPartnerUser } from './createPartnerUser.ts'

export type RegisterContext = CallContext<'registerPartnerUser'>

/**
 * Makes the account of a player whom the partner has just proven to this browser: 201, and a value
 * that the browser exchanges once for its session. Who it is comes from the proof, never from the
 * form; the proof is used up by success alone. A robot in a trap gets 200 and a value that leads
 * nowhere.
 */
export const registerPartnerUser = handler(
  'registerPartnerUser',
  async (context) => {
    const { input, deployment, rules, services, visitor, answering, refuse, report } = context
    if (rules.register !== 'by-partner') throw refuse('ERROR_NOT_ALLOWED')
    if (input.body.Additional) {
      report('robot trapped')
      answering.answerOk()
      return { Created: newSecret() }
    }
    const { database, clock, rateLimiter } = services
    const now = clock.now()
    const isBanned = await ipBanOf(database, deployment.name, visitor.ip, 'register', now)
    if (isBanned) {
      report('address banned')
      throw refuse('ERROR_USER_IP_BANNED_REGISTER')
    }
    const admission = await rateLimiter.admit(deployment, 'registrations', visitor.address)
    if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

    const { Token } = input.body
    const proof = await readRegistrationTicket(
      services,
      deployment,
      'registration',
      visitor.flowCookie,
      Token,
    )
    if (!proof) throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
    // The partner was switched off meanwhile.
    const partner = services.partners.bySlug(deployment, proof.stranger.partner)
    if (!partner) throw refuse('ERROR_NOT_ALLOWED')

    ;(await faultsOf(context, proof)).throwIfAny()
    const arrival = { secret: newSecret(), expiresAt: after(now, lifetimes.partnerCreated) }
    try {
      const playerId = await createPartnerUser(context, proof, arrival)
      report('registration', playerId)
    } catch (error) {
      if (violatedConstraint(error) === null) throw error
      // Somebody was faster by a moment: the form says with which of its fields, if with any.
      ;(await faultsOf(context, proof)).throwIfAny()
      throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
    }
    return { Created: arrival.secret }
  },
  { collectsErrors: true },
)

/** Everything that is wrong with the form, at most one fault a field. */
async function faultsOf(
  { input, inputErrors, deployment, rules, services }: RegisterContext,
  { stranger }: RegistrationTicket,
): Promise<ErrorCollector<'registerPartnerUser'>> {
  const form = input.body
  const faults = new ErrorCollector<'registerPartnerUser'>(inputErrors)
  faults.add(await usernameRefusal(services, deployment, form.Username, null))
  // An account of the same address is somebody's who has not been proven to be this player. Where
  // nobody has proven the address, whoever typed it gives way to whom the partner has proven.
  const holder = await findByEmail(services.database.kysely, deployment.name, stranger.email)
  const isTaken =
    !isUnverified(holder) && (await isEmailTaken(services, deployment, stranger.email, null))
  if (isTaken) faults.add('ERROR_EMAIL_EXIST')
  if (!form.ApprovePrivacyPolicy) faults.add('ERROR_APPROVE_PRIVACY_POLICY')
  if (!form.ApproveEULA) faults.add('ERROR_APPROVE_EULA')
  if (rules.codeOfConduct === 'at-partner-register' && !form.ApproveCodeOfConduct) {
    faults.add('ERROR_APPROVE_CODE_OF_CONDUCT')
  }
  return faults
}
