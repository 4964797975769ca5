import { lifetimes } from '@gatehouse/contract/limits'
import {
  keepCaptchaPass,
  type PassState,
  readCaptchaPass,
} from '../../database/auth/captchaPasses.ts'
import { after } from '../../platform/clock.ts'
import { consumeForVisitor } from '../rate-limits/consumeByBrowser.ts'
import { type AuthCall, handler } from '../authServices.ts'

/**
 * Sets a proof of work for two minutes where the captcha is self-hosted; elsewhere it is refused. The
 * solution is the token for `recaptcha/verify`: base64 of the JSON `{ challenge, solution }`.
 */
export const readCaptchaChallenge = handler('readCaptchaChallenge', async (context) => {
  const { input, deployment, services, refuse } = context
  if (deployment.captchaProvider !== 'altcha') throw refuse('ERROR_NOT_ALLOWED')
  await consumeForVisitor(context, 'captchaChallenges')
  const from = services.clock.now()
  const until = after(from, lifetimes.captchaPass)
  const question = { purpose: input.query.action, about: '', from, until, effort: 1 }
  return services.proofOfWork.ask(deployment, question)
})

/**
 * Asks the captcha provider about a token and keeps the verdict for the call that needs it. A
 * provider out of reach answers without success; a second question about a token is not valid.
 */
export const verifyCaptcha = handler('verifyCaptcha', async (context) => {
  const { input, deployment, rules, services, clientContext, report } = context
  if (!rules.asksCaptcha) return { Success: true, IsValid: true }
  const { captcha, database, clock } = services
  await consumeForVisitor(context, 'captchaChecks')
  const { Token: token, Action: action = null } = input.body
  if (token === '') return { Success: false, IsValid: false }
  const { ip, address } = clientContext
  const verdict = await captcha.verify({ deployment, token, action, ip })
  const pass = { ...verdict, token, action: verdict.action ?? action, address }
  const isNew = await keepCaptchaPass(database.kysely, deployment.name, pass, clock.now())
  if (!verdict.success) return { Success: false, IsValid: false }
  const isValid = isNew && verdict.isValid
  if (!isValid) report('captcha.failed')
  return { Success: true, IsValid: isValid }
})

/**
 * Returns whether a captcha token opens an action: it was verified here at most two minutes ago,
 * for this action and this address, and is unused. Always open where the deployment has no captcha.
 */
export function captchaStateOf(
  { deployment, rules, services, clientContext }: Omit<AuthCall, 'response' | 'report'>,
  action: 'login' | 'register',
  token: string,
): Promise<PassState> {
  if (!rules.asksCaptcha) return Promise.resolve('open')
  const since = after(services.clock.now(), -lifetimes.captchaPass)
  const asked = { token, action, address: clientContext.address }
  return readCaptchaPass(services.database.kysely, deployment.name, asked, since)
}
