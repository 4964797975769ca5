import { handler } from '../../http/handler.ts'
import { startPartnerLogin } from './startPartnerLogin.ts'

/** The log-in page of the deployment's partner. Refuses any other partner than its own. */
export const partnerLoginUrl = handler('partnerLoginUrl', async (context) => {
  const { input, deployment, rules, services, refuse } = context
  const partner = services.partners.ownOf(deployment)
  const isOwn = partner?.slug === input.path.partner.toLowerCase()
  if (rules.partnerLoginUrlCall !== 'partnerLoginUrl' || !isOwn) throw refuse('ERROR_NOT_ALLOWED')
  return startPartnerLogin(context, partner, {
    purpose: 'login',
    clientId: input.body.ClientId,
    redirectUrl: input.body.RedirectUrl,
    playerId: null,
  })
})
