import { consumeForVisitor } from '../rate-limits/consumeByAddress.ts'
import { handler } from '../handler.ts'
import { setChallenge } from './altcha.ts'

/**
 * Sets a proof of work where the captcha is self-hosted; elsewhere it is refused. The solution is
 * the token for `recaptcha/verify`: base64 of the JSON `{ challenge, solution }`.
 */
export const readCaptchaChallenge = handler('readCaptchaChallenge', async (context) => {
  const { input, deployment, services, refuse } = context
  if (deployment.captchaProvider !== 'altcha') throw refuse('ERROR_NOT_ALLOWED')
  const admission = await consumeForVisitor(context, 'captchaChallenges')
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  const { parameters, signature } = await setChallenge(services, deployment, input.query.action)
  return { parameters: { ...parameters }, signature: signature ?? '' }
})
