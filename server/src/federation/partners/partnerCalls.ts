import { findById } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { FederationServices } from '../federationServices.ts'
import { handler } from '../handler.ts'
import { exchangePartnerCreated } from './exchangePartnerCreated.ts'
import { handlePartnerCallback } from './handlePartnerCallback.ts'
import { partnerLinkedAccounts, partnerSteamLinkUrl, steamRelicCallback } from './partnerSteam.ts'
import type { Partner } from '../partner-protocol/partners.ts'
import { registerPartnerUser } from './registerPartnerUser.ts'
import { resendPartnerValidation } from './resendPartnerValidation.ts'
import { startPartnerLogin } from './startPartnerLogin.ts'

/** The start of a log-in for any player. */
const login = ({ body }: { readonly body: { ClientId: string; RedirectUrl: string } }) =>
  ({
    purpose: 'login',
    clientId: body.ClientId,
    redirectUrl: body.RedirectUrl,
    playerId: null,
  }) as const

/** The deployment's own partner, if the slug of a path is its slug; else null. */
function ownPartner(
  { partners }: FederationServices,
  deployment: Deployment,
  slug: string,
): Partner | null {
  const own = partners.ownOf(deployment)
  return own?.slug === slug.toLowerCase() ? own : null
}

/** The calls to and from partners. Their rows say which of them a deployment has. */
export const partnerCalls = {
  partnerLoginUrl: handler('partnerLoginUrl', (context) => {
    const { input, deployment, services } = context
    const partner = ownPartner(services, deployment, input.path.partner)
    return startPartnerLogin(context, partner, login(input))
  }),
  creativeAssemblyLoginUrl: handler('creativeAssemblyLoginUrl', (context) => {
    const { input, deployment, services } = context
    return startPartnerLogin(context, services.partners.ownOf(deployment), login(input))
  }),
  focusLoginUrl: handler('focusLoginUrl', (context) => {
    const { input, deployment, services } = context
    return startPartnerLogin(context, services.partners.ownOf(deployment), login(input))
  }),
  partnerRegisterUrl: handler('partnerRegisterUrl', (context) => {
    const { input, deployment, services } = context
    const partner = ownPartner(services, deployment, input.path.partner)
    const start = { purpose: 'register', clientId: '', redirectUrl: '', playerId: null } as const
    return startPartnerLogin(context, partner, start)
  }),
  /**
   * For one player of a deployment with a log-in of its own: the callback accepts that player
   * alone. The payload is untrusted, so only its id counts, and the partner receives none of it.
   * Refuses players with a password as it refuses unknown ones. Where names must not reveal
   * accounts, the partner alone counts, and the callback accepts any player that it names.
   */
  partnerStepLoginUrl: handler('partnerStepLoginUrl', async (context) => {
    const { input, deployment, services, clientContext, refuse } = context
    const admission = await services.rateLimiter.consume(
      deployment,
      'identifications',
      clientContext.address,
    )
    if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
    const { clientId, redirectUrl } = input.query
    const start = { purpose: 'login', clientId, redirectUrl } as const
    if (deployment.enumerationProtection === 'strict') {
      const partner = services.partners.byName(deployment, input.body.AuthPartner)
      return startPartnerLogin(context, partner, { ...start, playerId: null })
    }
    const { kysely } = services.database
    const player = await findById(kysely, deployment.name, input.body.Id_User)
    if (player?.auth_type !== 2) throw refuse('ERROR_USER_NOT_EXISTS')
    const partner = services.partners.byName(deployment, player.auth_partner ?? '')
    return startPartnerLogin(context, partner, { ...start, playerId: player.id })
  }),
  partnerLogIn: handler('partnerLogIn', handlePartnerCallback),
  partnerUserLogIn: handler('partnerUserLogIn', handlePartnerCallback),
  creativeAssemblyCallback: handler('creativeAssemblyCallback', handlePartnerCallback),
  focusCallback: handler('focusCallback', handlePartnerCallback),
  exchangePartnerCreated,
  registerPartnerUser,
  resendPartnerValidation,
  partnerSteamLinkUrl,
  partnerLinkedAccounts,
  steamRelicCallback,
}
