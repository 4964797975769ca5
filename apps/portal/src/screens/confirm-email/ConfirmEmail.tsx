import { mailOutcome } from '../../context/mailOutcome.ts'
import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { useWholeQuery } from '../../router/router.ts'
import { MailLink } from '../../forms/mail/MailLink.tsx'
import { usePortal } from '../../context/portal.ts'
import { ChosenAccount, useChosenAccount } from '../../forms/mail/ChosenAccount.tsx'
import { useCallForClient, useConfirmed } from '../../forms/mail/useConfirmed.ts'
import { isNetworkError } from '../../session/createApi.ts'
import { refusedItems } from '../../forms/submit/FormError.ts'

/** The address has an account already: another link would be refused like this one. */
const taken: ErrorCode = 'ERROR_EMAIL_EXIST'

/** The link of a mail: confirms the address, once, and goes where the player was heading. */
export function ConfirmEmail() {
  const { session, failure, fail } = usePortal()
  const { uid = '' } = useWholeQuery()
  const chosen = useChosenAccount()
  const forClient = useCallForClient()
  const goOn = useConfirmed()

  async function confirm(named?: string) {
    const body = { Uid: uid, ...(named && { Username: named }) }
    await goOn(
      await forClient((client) => session.api('confirmEmail', { body: { ...body, ...client } })),
    )
  }

  function showFailure(error: unknown) {
    if (chosen.look(error)) return
    // The server refuses the same link again: another try needs another link.
    const isTaken = refusedItems(error)?.some(({ ErrorMessage }) => ErrorMessage === taken)
    if (!isNetworkError(error) && isTaken !== true) {
      failure.note({ retry: paths.confirmEmailSend })
      mailOutcome.noteDeadLink(uid)
    }
    fail(error, { replace: true })
  }

  if (chosen.username !== '') {
    return <ChosenAccount {...chosen} onConfirm={() => confirm(chosen.username)} />
  }
  return (
    <MailLink
      of="confirmation"
      uid={uid}
      act={() => void confirm().catch(showFailure)}
      question={<Trans>Confirm your email address?</Trans>}
    >
      <p>
        <Trans>One press, and your account is open.</Trans>
      </p>
    </MailLink>
  )
}
