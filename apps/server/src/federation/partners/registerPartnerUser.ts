import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import { type RegistrationTicket, readRegistrationTicket } from './registrationTicket.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { newSecret, hashOf } from '../../platform/crypto/secrets.ts'
import { usernameRefusal } from '../../accounts/username/usernameRefusal.ts'
import { createPartnerUser } from './createPartnerUser.ts'
import { type FederationContext, handler } from '../federationServices.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import {
  hasPartnerLoginCode,
  usePartnerLoginCode,
} from '../../database/federation/partnerLoginCodes.ts'
import { findPartnerIdentity } from '../../database/federation/partnerPlayers.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { openSession, sessionIdOf } from '../../auth/session/openSession.ts'

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
    const now = services.clock.now()
    await context.refuseBannedIp()
    await consumeOrRefuse(context, 'registrations', clientContext.address)

    const ticket = await readRegistrationTicket(context, 'registration', input.body.Token)
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
  // The honeypot answers before the ban, so that a robot does not see a ban.
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

/**
 * Exchanges the code of a registration for the identity value of a session: once, within five
 * minutes, in the browser that registered. Every other attempt gets the same refusal.
 */
export const exchangePartnerCreated = handler('exchangePartnerCreated', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { database, clock, partners } = services
  const now = clock.now()
  const flow = clientContext.cookie('flow')
  if (flow === null) throw refuse('ERROR_TOKEN_USER_INVALID')
  const code = services.secrets.lookup('partner login code', input.path.created)
  const browser = hashOf(flow)
  const entry = await inTransaction(database.kysely, async (transaction) => {
    // The id in the code is not proven: only a row that is there leads to a lock.
    if (!(await hasPartnerLoginCode(transaction, deployment.name, code))) return null
    const player = await lockPlayer(transaction, deployment.name, code.playerId)
    const loginCode = await usePartnerLoginCode(transaction, deployment.name, code, browser, now)
    if (!loginCode) return null
    const identity = await findPartnerIdentity(transaction, deployment.name, code.playerId)
    const partner = identity && partners.bySlug(deployment, identity.partner)
    if (!player || player.banned_at !== null || !partner) return null
    const { client_id: clientId } = loginCode
    const proof = { methods: ['ext'], clientId, partner: partner.slug } as const
    return openSession(context, transaction, player, proof)
  })
  if (!entry) throw refuse('ERROR_TOKEN_USER_INVALID')
  return { Created: sessionIdOf(entry, 'ERROR_TOKEN_USER_INVALID') }
})
