import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { findById } from '../../database/accounts/players.ts'
import { handler } from '../federationServices.ts'
import { handlePartnerCallback } from './handlePartnerCallback.ts'
import {
  partnerLinkedAccounts,
  partnerSteamLinkUrl,
  steamRelicCallback,
  resendPartnerValidation,
} from './partnerServiceCalls.ts'
import { registerPartnerUser, exchangePartnerCreated } from './registerPartnerUser.ts'
import {
  type PartnerLoginStart,
  type StartContext,
  startPartnerLogin,
} from './startPartnerLogin.ts'

/** Starts at the deployment's own partner; a slug in the path has to be its slug. */
function startAtOwnPartner(context: StartContext, start: PartnerLoginStart, slug?: string) {
  const own = context.services.partners.ownOf(context.deployment)
  const isNamed = slug === undefined || own?.slug === slug.toLowerCase()
  return startPartnerLogin(context, isNamed ? own : null, start)
}

const startOf = ({ ClientId, RedirectUrl }: { ClientId: string; RedirectUrl: string }) => ({
  clientId: ClientId,
  redirectUrl: RedirectUrl,
})

/** The calls to and from partners. Their rows say which of them a deployment has. */
export const partnerCalls = {
  partnerLoginUrl: handler('partnerLoginUrl', (context) => {
    const { path, body } = context.input
    return startAtOwnPartner(context, startOf(body), path.partner)
  }),
  creativeAssemblyLoginUrl: handler('creativeAssemblyLoginUrl', (context) =>
    startAtOwnPartner(context, startOf(context.input.body)),
  ),
  focusLoginUrl: handler('focusLoginUrl', (context) =>
    startAtOwnPartner(context, startOf(context.input.body)),
  ),
  partnerRegisterUrl: handler('partnerRegisterUrl', (context) =>
    startAtOwnPartner(context, { purpose: 'register' }, context.input.path.partner),
  ),
  /**
   * For one player of a deployment with its own log-in: the callback accepts that player
   * alone. The payload is untrusted, so only its id counts, and the partner receives none of it.
   * Refuses players with a password as it refuses unknown ones. Where names must not reveal
   * accounts, the partner alone counts, and the callback accepts any player that it names.
   */
  partnerStepLoginUrl: handler('partnerStepLoginUrl', async (context) => {
    const { input, deployment, services, clientContext, refuse } = context
    await consumeOrRefuse(context, 'identifications', clientContext.address)
    const { clientId, redirectUrl } = input.query
    const start = { clientId, redirectUrl }
    if (deployment.enumerationProtection === 'strict') {
      const partner = services.partners.byName(deployment, input.body.AuthPartner)
      return startPartnerLogin(context, partner, start)
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
