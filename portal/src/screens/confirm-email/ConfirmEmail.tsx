import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useWholeQuery } from '../../router/router.ts'
import { ActOnLoad } from '../../ui/feedback/ActOnLoad.tsx'
import { mailLinksNeedConfirmation } from '../../context/confirmation.ts'
import { usePortal } from '../../context/portal.ts'
import { isNetworkError } from '../../session/isNetworkError.ts'

/** The link of a mail: confirms the address, once, and goes where the player was heading. */
export function ConfirmEmail() {
  const { session, returnTo, pageState, isHere, follow, fail } = usePortal()
  const { uid = '' } = useWholeQuery()

  async function confirm() {
    await session.api('confirmEmail', { body: { Uid: uid } })
    if (!isHere()) return
    const otherwise = session.read().token === null ? paths.login : paths.account
    await follow(await returnTo.take(), otherwise)
  }

  function showFailure(error: unknown) {
    // What the server has refused once it refuses again: another try needs another link.
    if (!isNetworkError(error)) pageState.update({ retry: paths.confirmEmailSend })
    fail(error, { replace: true })
  }

  return (
    <ActOnLoad
      cause={uid}
      act={() => void confirm().catch(showFailure)}
      asks={mailLinksNeedConfirmation()}
      question={<Trans>Confirm your email address?</Trans>}
    />
  )
}
