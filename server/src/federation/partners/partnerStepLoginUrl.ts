import { findById } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'
import { startPartnerLogin } from './startPartnerLogin.ts'

/**
 * The log-in page of the partner who proves one player of a deployment with a log-in of its own: that
 * player alone may come back. Nothing of the payload but the id is believed, and nothing of it
 * reaches the partner. Refuses players with a password as it refuses unknown ones.
 */
export const partnerStepLoginUrl = handler('partnerStepLoginUrl', async (context) => {
  const { input, deployment, rules, services, visitor, refuse } = context
  if (rules.signIn === 'by-partner') throw refuse('ERROR_NOT_ALLOWED')
  const admission = await services.rateLimiter.admit(deployment, 'identifications', visitor.address)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, input.body.Id_User)
  if (player?.auth_type !== 2) throw refuse('ERROR_USER_NOT_EXISTS')
  const partner = services.partners.byName(deployment, player.auth_partner ?? '')
  return startPartnerLogin(context, partner, {
    purpose: 'login',
    clientId: input.query.clientId,
    redirectUrl: input.query.redirectUrl,
    playerId: player.id,
  })
})
