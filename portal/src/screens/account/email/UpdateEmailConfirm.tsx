import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useWholeQuery } from '../../../router/router.ts'
import { ActOnLoad } from '../../../ui/feedback/ActOnLoad.tsx'
import { readAgain } from '../../../ui/readAgain.ts'
import { mailLinksNeedConfirmation } from '../../../context/page.ts'
import { usePortal } from '../../../context/portal.ts'
import { sentMail } from '../../../forms/mail/sentMail.ts'
import { isNetworkError } from '../../../session/createApi.ts'

/** The link in the mail to a new address: makes it the account's, with or without a session here. */
export function UpdateEmailConfirm() {
  const { session, mailOutcome, failure, go, fail } = usePortal()
  const { uid = '', ...query } = useWholeQuery()

  async function confirm() {
    const updated = await session.api('confirmEmailUpdate', { query: { uid, ...query } })
    mailOutcome.updateEmail({ isUndone: false, ...updated })
    sentMail.forget('new-address')
    void readAgain(() => session.load())
    go(paths.updateEmailSuccess, { replace: true })
  }

  function showFailure(error: unknown) {
    // The server refuses the same link again: another try needs another link.
    if (!isNetworkError(error)) failure.note({ retry: paths.updateEmail })
    fail(error, { replace: true })
  }

  return (
    <ActOnLoad
      cause={uid}
      act={() => void confirm().catch(showFailure)}
      asks={mailLinksNeedConfirmation()}
      question={<Trans>Confirm your new email address?</Trans>}
    >
      <p>
        <Trans>Your account uses it from then on, and your old address gets a mail about it.</Trans>
      </p>
    </ActOnLoad>
  )
}
