import type { ErrorCode } from '@gatehouse/contract/errors'
import type { Portal } from '../../session/portal.ts'
import { refuse } from '../refusal.ts'
import type { CaptchaAction, CaptchaProvider } from './provider.ts'

const notAllowed: Record<CaptchaAction, ErrorCode> = {
  login: 'You are not allowed to log in.',
  register: 'ERROR_REGISTER_INVALID',
}

let opened: Promise<CaptchaProvider> | undefined

/** Begins to load the service, where the deployment asks for a captcha at all. */
export function prepareCaptcha(portal: Portal): void {
  if (!portal.rules.asksCaptcha) return
  // Whoever asks for a token is told of its failure.
  provider(portal).catch(() => undefined)
}

/**
 * A token for a call that only passes it on: '' where no captcha is asked for, where it would cost
 * the visitor's machine some work, and when there is none.
 */
export async function captchaToken(portal: Portal, action: CaptchaAction): Promise<string> {
  if (!portal.rules.asksCaptcha) return ''
  try {
    const captcha = await provider(portal)
    return captcha.isCostly ? '' : await captcha.token(action)
  } catch {
    return ''
  }
}

/**
 * A verified token to send along, '' where no captcha is asked for. Refuses the form when the check
 * could not be made or was not passed.
 */
export async function passCaptcha(portal: Portal, action: CaptchaAction): Promise<string> {
  if (!portal.rules.asksCaptcha) return ''
  const token = await provider(portal)
    .then((captcha) => captcha.token(action))
    .catch(() => '')
  const verdict =
    token === ''
      ? null
      : await portal.session.api('verifyCaptcha', { body: { Token: token } }).catch(() => null)
  if (!verdict?.Success) return refuse('ERROR_REGISTER_NO_SUCCESS')
  return verdict.IsValid ? token : refuse(notAllowed[action])
}

/** The deployment's service, once a page; tried again after a failure. */
function provider(portal: Portal): Promise<CaptchaProvider> {
  opened ??= open(portal).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open({ configuration, session }: Portal): Promise<CaptchaProvider> {
  switch (configuration.CaptchaProvider) {
    case 'altcha':
      return (await import('./openAltcha.ts')).openAltcha(session.api)
    case 'turnstile':
      return (await import('./openTurnstile.ts')).openTurnstile(configuration)
    default:
      return (await import('./openRecaptcha.ts')).openRecaptcha(configuration)
  }
}
