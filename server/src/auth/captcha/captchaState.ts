import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { type PassState, readCaptchaPass } from '../../database/auth/captchaPasses.ts'
import type { AuthContext } from '../handler.ts'

/**
 * Returns whether a captcha token opens an action: it was verified here at most two minutes ago,
 * for this action and this address, and is unused. Always open where the deployment has no captcha.
 */
export function captchaStateOf(
  context: Pick<AuthContext<'logIn'>, 'deployment' | 'rules' | 'services' | 'clientContext'>,
  action: 'login' | 'register',
  token: string,
): Promise<PassState> {
  const { deployment, rules, services, clientContext } = context
  if (!rules.asksCaptcha) return Promise.resolve('open')
  const since = after(services.clock.now(), -lifetimes.captchaPass)
  const asked = { token, action, address: clientContext.address }
  return readCaptchaPass(services.database.kysely, deployment.name, asked, since)
}
