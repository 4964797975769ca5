import { type ComponentProps, useEffect } from 'react'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { prepareCaptcha, passCaptcha } from '../../forms/captcha/captcha.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { usePortal } from '../../context/portal.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { paths } from '@gatehouse/contract/routes'
import type { Client } from '@gatehouse/client/client'
import { followSafety } from '../../forms/submit/followSafety.ts'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { localStore } from '../../storage/localStore.ts'
import { whenIdle } from '../../ui/whenIdle.ts'
import { useRouter } from '../../router/router.ts'

const renamed: Readonly<Record<string, ErrorCode>> = {
  ERROR_USER_IP_BANNED: 'ERROR_USER_IP_BANNED_LOGIN',
}

// Few log-ins are refused: it comes after the form itself.
const LoginError = lazyOptional(async () => (await import('./LoginError.tsx')).LoginError, 'flows')

/** Codes whose sentence is not the catalogue's. */
const inOwnWords: readonly string[] = [
  'ERROR_USERNAME_PASSWORD_INCORRECT',
  'ERROR_USER_CONFIRMED',
  'ERROR_ACCOUNT_FROZEN',
] satisfies readonly ErrorCode[]

const showError = (error: FieldError) =>
  inOwnWords.includes(error.code) ? <LoginError error={error} /> : error.words

/** A form of the log-in, with the words that are only said there, and its captcha. */
export function LoginForm(
  props: Omit<ComponentProps<typeof Form>, 'renamed' | 'showError' | 'onUse'>,
) {
  const portal = usePortal()
  useEffect(() => whenIdle(() => LoginError.preload().catch(() => undefined)), [])
  return (
    <Form
      {...props}
      renamed={renamed}
      showError={showError}
      // Most players type their password right at the second try.
      offersCodeFrom={2}
      onUse={() => prepareCaptcha(portal)}
    />
  )
}

/** Sends name and password, opens the session and goes where the player was heading, or to the second step. */
export function useLogIn(): (
  api: Client,
  usernameOrEmail: string,
  password: string,
) => Promise<void> {
  const portal = usePortal()
  const { prefetch } = useRouter()
  return async (api, usernameOrEmail, password) => {
    const { configuration, returnTo, logIn } = portal
    // While the password is hashed. Most pages have done so before, when they were idle.
    prefetch(paths.account)
    const Token = await passCaptcha(portal, 'login')
    const bodyFor = (ClientId: string) => ({
      UsernameOrEmail: usernameOrEmail,
      Password: password,
      ClientId,
      RedirectUrl: returnTo.redirectUrl(),
      StudioName: configuration.RegisterStudioName,
      Token,
    })
    try {
      const { Created } = await returnTo.forClient((id) => api('logIn', { body: bodyFor(id) }))
      localStore.forget('lastWay')
      await portal.enter(Created)
    } catch (error) {
      if (followSafety(portal, error)) return
      const secondStep = refusedItems(error)?.[0]?.Step
      if (!secondStep) throw error
      localStore.forget('lastWay')
      logIn.awaitStep(secondStep)
      portal.go(paths.secondStep)
    }
  }
}
