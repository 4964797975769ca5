import type { Client } from '@gatehouse/client/client'
import { paths } from '@gatehouse/contract/routes'
import { passCaptcha } from '../../forms/captcha/captcha.ts'
import { refusedItems, FormError } from '../../forms/submit/FormError.ts'
import { usePortal } from '../../context/portal.ts'
import { useRouter } from '../../router/router.ts'
import { useLingui } from '@lingui/react/macro'
import { CookiesRefusedError } from '../../session/session.ts'

/** Sends name and password, opens the session and goes where the player was heading, or to the second step. */
export function useLogIn(): (
  api: Client,
  usernameOrEmail: string,
  password: string,
) => Promise<void> {
  const portal = usePortal()
  const enter = useEnter()
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
      await enter(Created)
    } catch (error) {
      const secondStep = refusedItems(error)?.[0]?.Step
      if (!secondStep) throw error
      logIn.awaitStep(secondStep)
      portal.go(paths.secondStep)
    }
  }
}

/** Opens the session of a log-in and goes where the player was heading. */
export function useEnter(): (created: string) => Promise<void> {
  const portal = usePortal()
  const { t } = useLingui()
  return async (created) => {
    try {
      await portal.enter(created)
    } catch (error) {
      if (!(error instanceof CookiesRefusedError)) throw error
      const words = () => t`Your browser blocks cookies. Allow them for this site to log in.`
      throw new FormError({ Property: '', ErrorMessage: 'no-cookies', words })
    }
  }
}
