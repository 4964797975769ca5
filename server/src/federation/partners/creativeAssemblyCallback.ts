import { handler } from '../../http/handler.ts'
import { arriveFromPartner } from './handlePartnerCallback.ts'

/** The return from the partner that this path belongs to. */
export const creativeAssemblyCallback = handler('creativeAssemblyCallback', (context) =>
  arriveFromPartner(context, 'creativeAssemblyCallback'),
)
