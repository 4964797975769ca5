import { confirmByLink } from '../mail-links/confirmationLink.ts'
import { handler } from '../../http/handler.ts'

/** Confirms an account by the uid of its mail; never logs anybody in. */
export const confirmEmail = handler('confirmEmail', async (context) => {
  const { input, rules, refuse } = context
  if (rules.register === 'by-partner') throw refuse('ERROR_NOT_ALLOWED')
  const refusal = await confirmByLink(context, 'confirm-email', input.body.Uid)
  if (refusal) throw refuse(refusal.code, refusal)
  return {}
})
