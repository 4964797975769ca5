import { handler } from '../../http/handler.ts'
import { startPartnerLogin } from './startPartnerLogin.ts'

/** The log-in page of the partner that this path belongs to. Refuses every other deployment. */
export const creativeAssemblyLoginUrl = handler('creativeAssemblyLoginUrl', async (context) => {
  const { input, deployment, rules, services, refuse } = context
  if (rules.partnerLoginUrlCall !== 'creativeAssemblyLoginUrl') throw refuse('ERROR_NOT_ALLOWED')
  return startPartnerLogin(context, services.partners.ownOf(deployment), {
    purpose: 'login',
    clientId: input.body.ClientId,
    redirectUrl: input.body.RedirectUrl,
    playerId: null,
  })
})
