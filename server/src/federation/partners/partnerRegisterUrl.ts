import { handler } from '../../http/handler.ts'
import { startPartnerLogin } from './startPartnerLogin.ts'

/** The page of the deployment's partner on which an account is made. Refuses any other partner. */
export const partnerRegisterUrl = handler('partnerRegisterUrl', async (context) => {
  const { input, deployment, rules, services, refuse } = context
  const partner = services.partners.ownOf(deployment)
  const isOwn = partner?.slug === input.path.partner.toLowerCase()
  if (rules.register !== 'by-partner' || !isOwn) throw refuse('ERROR_NOT_ALLOWED')
  return startPartnerLogin(context, partner, {
    purpose: 'register',
    clientId: '',
    redirectUrl: '',
    playerId: null,
  })
})
