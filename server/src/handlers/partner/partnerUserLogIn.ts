import { handler } from '../../handler.ts'
import { arriveFromPartner } from './arriveFromPartner.ts'

/** The return from the partner, where the rules name this call. */
export const partnerUserLogIn = handler('partnerUserLogIn', (context) =>
  arriveFromPartner(context, 'partnerUserLogIn'),
)
