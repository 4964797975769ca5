import { handler } from '../../handler.ts'
import { arriveFromPartner } from './arriveFromPartner.ts'

/** The return from the partner that this path belongs to. */
export const creativeAssemblyCallback = handler('creativeAssemblyCallback', (context) =>
  arriveFromPartner(context, 'creativeAssemblyCallback'),
)
