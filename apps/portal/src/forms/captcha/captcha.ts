import type { Portal } from '../../context/portal.ts'
import { FormError } from '../submit/FormError.ts'
import type { CaptchaAction, CaptchaServices } from './provider.ts'

/** Everything of captchas comes only to deployments that ask for one. */
const captchas = () => import('./checkCaptcha.ts')

/** Begins to load the service, where the deployment asks for a captcha at all. */
export function prepareCaptcha(portal: CaptchaServices): void {
  if (!portal.rules.asksCaptcha) return
  // The call that asks for a token reports the failure.
  captchas()
    .then(({ captchaProvider }) => captchaProvider(portal))
    .catch(() => undefined)
}

/**
 * A verified token to send along, '' where no captcha is asked for. Refuses the form when the check
 * could not be made or was not passed.
 */
export async function passCaptcha(
  portal: CaptchaServices & Pick<Portal, 'isCurrent'>,
  action: CaptchaAction,
): Promise<string> {
  if (!portal.rules.asksCaptcha) return ''
  const { checkCaptcha } = await captchas()
  const token = await checkCaptcha(portal, action)
  // Nothing is sent for who has left the form meanwhile.
  if (!portal.isCurrent()) throw new FormError()
  return token
}
