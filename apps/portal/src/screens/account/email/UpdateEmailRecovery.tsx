import { mailOutcome } from '../../../context/mailOutcome.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useWholeQuery } from '../../../router/router.ts'
import { refusedItems } from '../../../forms/submit/FormError.ts'
import { message } from '../../../i18n/message.ts'
import { MailLink } from '../../../forms/mail/MailLink.tsx'
import { usePortal } from '../../../context/portal.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { readAgain } from '../../../ui/readAgain.ts'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'

/** The link in the mail to the old address: puts it back, and ends every session of the account. */
export function UpdateEmailRecovery() {
  const { t } = useLingui()
  const { session, go, fail } = usePortal()
  const query = useWholeQuery()
  const [refused, setRefused] = useState<readonly string[]>([])

  async function recover() {
    const restored = await session.api('recoverEmailUpdate', { query })
    mailOutcome.updateEmail({ isUndone: true, ...restored })
    // Finds out that a session of this account has ended here too.
    await readAgain(() => session.load())
    go(paths.updateEmailSuccess, { replace: true })
  }

  function showFailure(error: unknown) {
    const items = refusedItems(error)
    if (items === null) fail(error, { replace: true })
    else setRefused(items.map(({ ErrorMessage }) => ErrorMessage))
  }

  if (refused.length === 0) {
    return (
      <MailLink
        of="undo"
        uid={query['uid'] ?? ''}
        act={() => void recover().catch(showFailure)}
        question={<Trans>Get your old email address back?</Trans>}
      >
        <p>
          <Trans>
            Your old address comes back, everybody is logged out of your account, and you choose a
            new password next.
          </Trans>
        </p>
      </MailLink>
    )
  }
  return (
    <>
      <h1>{t`Your old email address`}</h1>
      <ActionErrors errors={refused.map((error) => () => message(error))} />
      <p>{t`If you did not ask for the change, reset your password now.`}</p>
      <div>
        <LinkButton to={paths.passwordRecovery}>{t`Reset your password`}</LinkButton>
      </div>
    </>
  )
}
