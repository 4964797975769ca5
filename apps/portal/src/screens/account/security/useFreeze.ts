import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { forgetPlayer } from '../../../context/forgetPlayer.ts'
import { mailOutcome } from '../../../context/mailOutcome.ts'
import { usePortal } from '../../../context/portal.ts'

/** Closes the account to everybody, at once, and leaves it. */
export function useFreeze(): () => Promise<void> {
  const portal = usePortal()
  const { session, returnTo, go } = portal
  return async () => {
    await session.api('freeze', { body: {} })
    const Email = maskEmail(session.read().user?.Email ?? '')
    session.end()
    forgetPlayer(portal)
    returnTo.forget()
    mailOutcome.freeze({ Email })
    go(paths.accountFrozen, { replace: true })
  }
}
