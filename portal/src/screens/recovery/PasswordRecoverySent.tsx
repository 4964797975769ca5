import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { SendAgain } from '../../forms/submit/SendAgain.tsx'
import { usePortal } from '../../context/portal.ts'
import { sentMail } from '../../context/sentMail.ts'
import { Link } from '../../ui/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Isolated } from '../../ui/Isolated.tsx'

export function PasswordRecoverySent() {
  const { session } = usePortal()
  const sentTo = sentMail.read('recovery')?.address
  const address = <Isolated dir="ltr" of={sentTo} />
  return (
    <>
      <h1>
        <Trans>Check your mailbox</Trans>
      </h1>
      <p>
        <Trans>An email has been sent with the instruction to reset your password.</Trans>
      </p>
      {sentTo !== undefined && (
        <p>
          <Trans>
            We sent it to <strong>{address}</strong>.
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          The link works once, for an hour. Nothing there after a minute? Have a look in your spam
          folder.
        </Trans>
      </p>
      <LinkButton to={paths.login}>
        <Trans>Log in</Trans>
      </LinkButton>
      <SendAgain
        purpose="recovery"
        send={(email) => session.api('recoverPassword', { body: { email } })}
      />
      <p>
        <Link to={paths.passwordRecovery}>
          {sentTo === undefined ? (
            <Trans>Send a new link</Trans>
          ) : (
            <Trans>Wrong address? Correct it</Trans>
          )}
        </Link>
      </p>
    </>
  )
}
