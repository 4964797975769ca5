import { handler } from '../../http/handler.ts'
import { handlePartnerCallback } from './handlePartnerCallback.ts'

/** The return from the partner, where the rules name this call. */
export const partnerUserLogIn = handler('partnerUserLogIn', (context) =>
  handlePartnerCallback(context, 'partnerUserLogIn'),
)
