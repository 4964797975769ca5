import { passCaptcha } from '../../forms/captcha/captcha.ts'
import { usePortal } from '../../context/portal.ts'
import { useEnter } from './useEnter.ts'

/** Sends name and password, opens the session and goes where the player was heading. */
export function useLogIn(): (usernameOrEmail: string, password: string) => Promise<void> {
  const portal = usePortal()
  const enter = useEnter()
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
    await enter(Created)
  }
}
