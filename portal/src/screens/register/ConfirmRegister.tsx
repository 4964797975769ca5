import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { SendAgain } from '../../forms/submit/SendAgain.tsx'
import { usePortal } from '../../context/portal.ts'
import { sentMail } from '../../context/sentMail.ts'
import { Link } from '../../ui/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Isolated } from '../../ui/Isolated.tsx'

export function ConfirmRegister() {
  const { session, pageState } = usePortal()
  const sentTo = sentMail.read('confirmation')?.address
  const address = <Isolated dir="ltr" of={sentTo} />
  // The corrected form uses the same access key again.
  const takeKeyBack = () =>
    pageState.update({ accessKey: pageState.current.registered?.accessKey ?? '' })
  return (
    <>
      <h1>
        <Trans>Check your mailbox for your confirmation link</Trans>
      </h1>
      {sentTo !== undefined && (
        <p>
          <Trans>
            We sent it to <strong>{address}</strong>.
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          Open the link and you are in. Nothing there after a minute? Have a look in your spam
          folder.
        </Trans>
      </p>
      <LinkButton to={paths.login}>
        <Trans>Log in</Trans>
      </LinkButton>
      <SendAgain
        purpose="confirmation"
        send={(Email) => session.api('sendConfirmationEmail', { body: { Email } })}
      />
      <p>
        {sentTo === undefined ? (
          <Link to={paths.confirmEmailSend}>
            <Trans>Send a new link</Trans>
          </Link>
        ) : (
          <Link to={paths.register} onClick={takeKeyBack}>
            <Trans>Wrong address? Register again with the right one</Trans>
          </Link>
        )}
      </p>
    </>
  )
}
