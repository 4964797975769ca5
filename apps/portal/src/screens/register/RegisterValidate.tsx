import { mailOutcome } from '../../context/mailOutcome.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useWholeQuery } from '../../router/router.ts'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { message } from '../../i18n/message.ts'
import { MailLink } from '../../forms/mail/MailLink.tsx'
import { usePortal } from '../../context/portal.ts'
import { ChosenAccount, useChosenAccount } from '../../forms/mail/ChosenAccount.tsx'
import { useCallForClient, useConfirmed } from '../../forms/mail/useConfirmed.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'

/** The link of a registration mail: verifies its code, once, and goes on to the log-in. */
export function RegisterValidate() {
  const { t } = useLingui()
  const { session, fail } = usePortal()
  const { verificationCode = '' } = useWholeQuery()
  const [refused, setRefused] = useState<readonly string[]>([])
  const chosen = useChosenAccount()
  const forClient = useCallForClient()
  const goOn = useConfirmed()

  async function verify(named?: string) {
    if (verificationCode === '') {
      setRefused(['This request should have a verification code.'])
      return
    }
    const body = { VerificationCode: verificationCode, ...(named && { Username: named }) }
    await goOn(
      await forClient((client) =>
        session.api('verifyRegistration', { body: { ...body, ...client } }),
      ),
    )
  }

  function showFailure(error: unknown) {
    const items = refusedItems(error)
    if (items === null) return fail(error, { replace: true })
    if (chosen.look(error)) return
    mailOutcome.noteDeadLink(verificationCode)
    setRefused(items.map(({ ErrorMessage }) => ErrorMessage))
  }

  if (chosen.username !== '') {
    return <ChosenAccount {...chosen} onConfirm={() => verify(chosen.username)} />
  }
  if (refused.length === 0) {
    return (
      <MailLink
        of="confirmation"
        uid={verificationCode}
        act={() => void verify().catch(showFailure)}
        question={<Trans>Confirm your registration?</Trans>}
      >
        <p>
          <Trans>One press, and your account is open.</Trans>
        </p>
      </MailLink>
    )
  }
  return (
    <>
      <h1>{t`Your registration`}</h1>
      <ActionErrors errors={refused.map((error) => () => message(error))} />
      {refused.includes('ERROR_EMAIL_EXIST') ? (
        <LinkButton to={paths.login}>{t`Log in`}</LinkButton>
      ) : (
        <LinkButton to={paths.confirmEmailSend}>{t`Send a new link`}</LinkButton>
      )}
    </>
  )
}
