import { handler } from '../../http/handler.ts'
import { handlePartnerCallback } from './handlePartnerCallback.ts'

/** The return from the partner that this path belongs to. */
export const creativeAssemblyCallback = handler('creativeAssemblyCallback', (context) =>
  handlePartnerCallback(context, 'creativeAssemblyCallback'),
)
