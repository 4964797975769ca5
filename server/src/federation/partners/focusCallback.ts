import { handler } from '../../http/handler.ts'
import { handlePartnerCallback } from './handlePartnerCallback.ts'

/** The return from the partner that this path belongs to. */
export const focusCallback = handler('focusCallback', (context) =>
  handlePartnerCallback(context, 'focusCallback'),
)
