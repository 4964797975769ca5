import { mailOutcome } from '../../../context/mailOutcome.ts'
import { Trans } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { useWholeQuery } from '../../../router/router.ts'
import { readAgain } from '../../../ui/readAgain.ts'
import { MailLink } from '../../../forms/mail/MailLink.tsx'
import { usePortal } from '../../../context/portal.ts'
import { sentMail } from '../../../forms/mail/sentMail.ts'
import { isNetworkError } from '../../../session/createApi.ts'

/** The link in the mail to a new address: makes it the account's, with or without a session here. */
export function UpdateEmailConfirm() {
  const { session, failure, go, fail } = usePortal()
  const { uid = '', ...query } = useWholeQuery()

  async function confirm() {
    const updated = await session.api('confirmEmailUpdate', { query: { uid, ...query } })
    mailOutcome.updateEmail({ isUndone: false, ...updated })
    showAddress(updated)
    sentMail.forget('new-address')
    void readAgain(() => session.load())
    go(paths.updateEmailSuccess, { replace: true })
  }

  /** The answer masks it: the tab that has asked for the change knows all of it. Other tabs read it. */
  function showAddress({ Username, Email: masked }: AnswerOf<'confirmEmailUpdate'>) {
    if (session.read().user?.Username !== Username) return
    const { address = '' } = sentMail.read('new-address') ?? {}
    session.showProfile(maskEmail(address) === masked ? { Email: address } : {})
  }

  function showFailure(error: unknown) {
    // The server refuses the same link again: another try needs another link.
    if (!isNetworkError(error)) failure.note({ retry: paths.updateEmail })
    fail(error, { replace: true })
  }

  return (
    <MailLink
      of="new-address"
      uid={uid}
      act={() => void confirm().catch(showFailure)}
      question={<Trans>Confirm your new email address?</Trans>}
    >
      <p>
        <Trans>Your account uses it from then on, and your old address gets a mail about it.</Trans>
      </p>
    </MailLink>
  )
}
