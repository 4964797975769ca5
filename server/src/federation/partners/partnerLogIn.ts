import { handler } from '../../http/handler.ts'
import { handlePartnerCallback } from './handlePartnerCallback.ts'

/** The return of a player whom a partner proves in a deployment with a log-in of its own. */
export const partnerLogIn = handler('partnerLogIn', (context) =>
  handlePartnerCallback(context, 'partnerLogIn'),
)
