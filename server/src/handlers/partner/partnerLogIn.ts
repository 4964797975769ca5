import { handler } from '../../handler.ts'
import { arriveFromPartner } from './arriveFromPartner.ts'

/** The return of a player whom a partner proves in a deployment with a log-in of its own. */
export const partnerLogIn = handler('partnerLogIn', (context) =>
  arriveFromPartner(context, 'partnerLogIn'),
)
