import { useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { passCaptcha } from '../../forms/captcha/captcha.ts'
import { FormError, refusedItems } from '../../forms/submit/FormError.ts'
import { usePortal } from '../../context/portal.ts'
import { CookiesRefusedError } from '../../session/session.ts'

/** Sends name and password, opens the session and goes where the player was heading, or to the second step. */
export function useLogIn(): (usernameOrEmail: string, password: string) => Promise<void> {
  const portal = usePortal()
  const { t } = useLingui()
  return async (usernameOrEmail, password) => {
    const { configuration, session, returnTo, pageState } = portal
    const Token = await passCaptcha(portal, 'login')
    try {
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
      await portal.enter(Created)
    } catch (error) {
      const secondStep = refusedItems(error)?.[0]?.Step
      if (secondStep) {
        pageState.update({ secondStep })
        return portal.go(paths.secondStep)
      }
      if (!(error instanceof CookiesRefusedError)) throw error
      const words = t`Your browser blocks cookies. Allow them for this site to log in.`
      throw new FormError({ Property: '', ErrorMessage: words })
    }
  }
}
