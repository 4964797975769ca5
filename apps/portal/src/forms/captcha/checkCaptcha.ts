import type { ErrorCode } from '@gatehouse/contract/errors'
import type { Client } from '@gatehouse/client/client'
import { throwFormError } from '../submit/FormError.ts'
import type { CaptchaAction, CaptchaProvider, CaptchaServices } from './provider.ts'

const notAllowed: Record<CaptchaAction, ErrorCode> = {
  login: 'You are not allowed to log in.',
  register: 'ERROR_REGISTER_INVALID',
}

let opened: Promise<CaptchaProvider> | undefined

/** The deployment's service, once a page; tried again after a failure. */
export function captchaProvider(portal: CaptchaServices): Promise<CaptchaProvider> {
  opened ??= open(portal).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** A token that the account API has verified. Refuses the form when there is none. */
export async function checkCaptcha(
  portal: CaptchaServices,
  action: CaptchaAction,
): Promise<string> {
  const token = await captchaProvider(portal)
    .then((captcha) => captcha.token(action))
    .catch(() => '')
  const verdict =
    token === ''
      ? null
      : await portal.session.api('verifyCaptcha', { body: { Token: token } }).catch(() => null)
  if (!verdict?.Success) return throwFormError('ERROR_REGISTER_NO_SUCCESS')
  return verdict.IsValid ? token : throwFormError(notAllowed[action])
}

async function open({ configuration, session }: CaptchaServices): Promise<CaptchaProvider> {
  switch (configuration.CaptchaProvider) {
    case 'altcha':
      return openAltcha(session.api)
    case 'turnstile':
      return (await import('./openTurnstile.ts')).openTurnstile(configuration)
    default:
      return (await import('./openRecaptcha.ts')).openRecaptcha(configuration)
  }
}

/** ALTCHA: the account API sets a proof of work, and no outside service sees the visitor. */
async function openAltcha(api: Client): Promise<CaptchaProvider> {
  const { solveChallenge } = await import('../proof-of-work/solveChallenge.ts')
  return {
    async token(action) {
      return solveChallenge(await api('readCaptchaChallenge', { query: { action } }))
    },
  }
}
