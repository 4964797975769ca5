import { useLingui } from '@lingui/react/macro'
import { passCaptcha } from '../../forms/captcha/captcha.ts'
import { FormError } from '../../forms/submit/FormError.ts'
import { usePortal } from '../../context/portal.ts'
import { CookiesRefusedError } from '../../session/session.ts'

/** Sends name and password, opens the session and goes where the player was heading. */
export function useLogIn(): (usernameOrEmail: string, password: string) => Promise<void> {
  const portal = usePortal()
  const { t } = useLingui()
  return async (usernameOrEmail, password) => {
    const { configuration, session, returnTo } = portal
    const Token = await passCaptcha(portal, 'login')
    const { Created } = await session.api('logIn', {
      body: {
        UsernameOrEmail: usernameOrEmail,
        Password: password,
        ClientId: returnTo.clientId(),
        RedirectUrl: returnTo.redirectUrl(),
        StudioName: configuration.RegisterStudioName,
        Token,
      },
    })
    try {
      await portal.enter(Created)
    } catch (error) {
      if (!(error instanceof CookiesRefusedError)) throw error
      const words = t`Your browser blocks cookies. Allow them for this site to log in.`
      throw new FormError({ Property: '', ErrorMessage: words })
    }
  }
}
