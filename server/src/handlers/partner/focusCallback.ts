import { handler } from '../../handler.ts'
import { arriveFromPartner } from './arriveFromPartner.ts'

/** The return from the partner that this path belongs to. */
export const focusCallback = handler('focusCallback', (context) =>
  arriveFromPartner(context, 'focusCallback'),
)
