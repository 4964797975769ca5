import { keepCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { consumeForVisitor } from '../rate-limits/consumeByAddress.ts'
import { handler } from '../handler.ts'

/**
 * Asks the captcha provider about a token and keeps the verdict for the call that needs it. A
 * provider out of reach answers without success; a second question about a token is not valid.
 */
export const verifyCaptcha = handler('verifyCaptcha', async (context) => {
  const { input, deployment, rules, services, clientContext, refuse, report } = context
  if (!rules.asksCaptcha) return { Success: true, IsValid: true }
  const { captcha, database, clock } = services
  const admission = await consumeForVisitor(context, 'captchaChecks')
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
  const { Token: token, Action: action = null } = input.body
  if (token === '') return { Success: false, IsValid: false }
  const verdict = await captcha.verify({ deployment, token, action, ip: clientContext.ip })
  const pass = {
    ...verdict,
    token,
    action: verdict.action ?? action,
    address: clientContext.address,
  }
  const isNew = await keepCaptchaPass(database.kysely, deployment.name, pass, clock.now())
  if (!verdict.success) return { Success: false, IsValid: false }
  const isValid = isNew && verdict.isValid
  if (!isValid) report('captcha.failed')
  return { Success: true, IsValid: isValid }
})
