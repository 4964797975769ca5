import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useSettings } from '../../../context/portal.ts'
import { type EmailUpdate, mailOutcome } from '../../../context/mailOutcome.ts'
import { Drawing } from '../../../ui/feedback/Drawing.tsx'
import outcome from '../../../ui/Outcome.module.css'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'

/**
 * Says that the address is another one now; after an undo, which one it is again and what to do.
 */
export function UpdateEmailSuccess() {
  const { t } = useLingui()
  const { rules } = useSettings()
  const emailUpdate = mailOutcome.emailUpdate()
  const isRestored = emailUpdate?.isUndone === true
  // Who undid a thief's change reads no word of its success, and has one thing to do.
  const isOnlyRestored = isRestored && rules.goesBeyondSpecification
  return (
    <>
      {rules.goesBeyondSpecification && <Drawing name="letter" />}
      <h1>
        {isOnlyRestored
          ? t`You have your address back.`
          : t`Your email has been successfully updated.`}
      </h1>
      {isRestored && <Restored address={emailUpdate.Email ?? ''} />}
      {emailUpdate?.isUndone === false && <Updated {...emailUpdate} />}
      <div className={`acts ${outcome.ways}`}>
        {isRestored && (
          <LinkButton to={paths.passwordRecovery}>{t`Choose a new password`}</LinkButton>
        )}
        {!isOnlyRestored && (
          <LinkButton to={paths.account} look={isRestored ? 'secondary' : 'primary'}>
            <Trans>Return to my account</Trans>
          </LinkButton>
        )}
      </div>
    </>
  )
}

/** A mailbox may have the links of several accounts. */
function Updated({ Email, Username }: EmailUpdate) {
  if (!Email || !Username) return null
  const username = <Isolated of={Username} />
  const email = <Isolated dir="ltr" of={Email} />
  return (
    <p>
      <Trans>
        The address of {username} is {email} now.
      </Trans>
    </p>
  )
}

/** The undo may have followed a takeover: the password is void, and a new one comes next. */
function Restored({ address }: { readonly address: string }) {
  const email = <Isolated dir="ltr" of={address} />
  return (
    <p role="status">
      {address === '' ? (
        <Trans>Your account has its old address again.</Trans>
      ) : (
        <Trans>Your address is {email} again.</Trans>
      )}{' '}
      <Trans>
        We logged you out on every device, and no password opens your account now. Choose a new one
        to log in again.
      </Trans>
    </p>
  )
}
