import { paths } from '@gatehouse/contract/routes'
import { linkAccount } from '../connections/linkAccount.ts'
import { callPartner } from './callPartner.ts'
import { handler, type LinkingContext } from '../federationServices.ts'
import { refuse } from '../../platform/apiError.ts'
import { authorizeLinking } from '../connections/linkMethod.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { findPartnerIdentity } from '../../database/federation/partnerPlayers.ts'
import type { PartnerService } from '../partner-protocol/partnerService.ts'
import { spendRegistrationTicket } from '../../database/federation/registrationTickets.ts'
import { keyOf } from '../../database/accounts/players.ts'
import { readRegistrationTicket } from './registrationTicket.ts'

/**
 * Answers the partner's page that links a Steam account there. Its return through the browser proves
 * nothing, so `steam/relic/callback` asks the partner itself.
 */
export const partnerSteamLinkUrl = handler('partnerSteamLinkUrl', async (context) => {
  const { input, deployment, refuse } = context
  await authorizeLinking(context, 'steam', 'partner-service')
  const { service, subject } = await ownPartnerService(context, input.path.partner)
  const returnUrl = `${deployment.origin}${paths.relicCallback}`
  return callPartner(
    context,
    () => service.steamLinkUrl(subject, returnUrl),
    () => refuse('Error on get auth relic steam.'),
  )
})

/** The Steam account that the partner has linked to the caller; `IdSteam` null without one. */
export const partnerLinkedAccounts = handler('partnerLinkedAccounts', async (context) => {
  const steam = await linkedSteam(context, context.input.path.partner)
  return { IdSteam: steam?.id ?? null }
})

/**
 * Links the Steam account that the caller has just linked at the partner. An id from the browser
 * proves nothing, so the partner is asked, and an id that differs from its answer is refused.
 */
export const steamRelicCallback = handler('steamRelicCallback', async (context) => {
  const { input, refuse, report } = context
  await authorizeLinking(context, 'steam', 'partner-service')
  const steam = await linkedSteam(context)
  if (steam === null) throw refuse('Error on get linked relic.')
  if (steam.id !== input.body.IdSteam) {
    report('connection.refused')
    throw refuse('Error on callback relic steam link.')
  }
  await linkAccount(context, 'steam', { accountId: steam.id, name: steam.name, avatar: '' })
  return { AccountId: steam.id }
})

async function linkedSteam(context: LinkingContext, slug?: string) {
  const { service, subject } = await ownPartnerService(context, slug)
  return callPartner(
    context,
    () => service.linkedSteam(subject),
    () => refuse('Error on get linked relic.'),
  )
}

/**
 * The service of the caller's partner, and the caller's subject there. Refuses callers without a
 * partner, another partner than the slug's, and a partner without a service.
 */
async function ownPartnerService(
  { deployment, services, caller }: LinkingContext,
  slug?: string,
): Promise<{ readonly service: PartnerService; readonly subject: string }> {
  const { kysely } = services.database
  const identity = await findPartnerIdentity(kysely, deployment.name, caller.player_id)
  const { partner = '', subject = '' } = identity ?? {}
  const isNamed = slug === undefined || slug.toLowerCase() === partner
  const service = services.partners.bySlug(deployment, partner)?.provider.service
  if (!service || !isNamed) throw refuse('ERROR_NOT_ALLOWED')
  return { service, subject }
}

/**
 * Asks the partner's service for a mail that validates the player's address there. Requires the
 * ticket that the callback gave to this browser; only a sent mail uses it up.
 */
export const resendPartnerValidation = handler('resendPartnerValidation', async (context) => {
  const { input, deployment, services, refuse } = context
  const partner = services.partners.bySlug(deployment, input.path.partner)
  const service = partner?.provider.service
  if (!service) throw refuse('ERROR_NOT_ALLOWED')
  const ticket = await readRegistrationTicket(context, 'validation', input.body.Token)
  if (ticket?.pendingUser.partner !== partner.slug) throw refuse('This request is not authorized.')
  const { subject, email } = ticket.pendingUser
  await consumeOrRefuse(context, 'mailsToAddress', keyOf(email))
  await callPartner(
    context,
    () => service.sendValidation(subject),
    () => refuse('PARTNER_RESPONSE_ERROR'),
  )
  await spendRegistrationTicket(services.database.kysely, ticket.key, services.clock.now())
  return {}
})
