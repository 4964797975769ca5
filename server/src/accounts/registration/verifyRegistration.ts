import { confirmByLink } from '../mail-links/confirmationLink.ts'
import { handler } from '../../http/handler.ts'

/** Confirms an account by the verification code of its mail; never logs anybody in. */
export const verifyRegistration = handler('verifyRegistration', async (context) => {
  const { input, rules, refuse } = context
  if (rules.register === 'by-partner') throw refuse('ERROR_NOT_ALLOWED')
  const { VerificationCode } = input.body
  if (VerificationCode === '') throw refuse('This request should have a verification code.')
  const refusal = await confirmByLink(context, 'register-validate', VerificationCode)
  if (refusal) throw refuse(refusal.code, refusal)
  return {}
})
