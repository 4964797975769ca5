import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Link } from '../../ui/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

export function PasswordRecoverySent() {
  return (
    <>
      <h1>
        <Trans>Check your mailbox</Trans>
      </h1>
      <p>
        <Trans>An email has been sent with the instruction to reset your password.</Trans>
      </p>
      <p>
        <Trans>Its link works once and for one hour. It can hide in the spam.</Trans>
      </p>
      <LinkButton to={paths.login}>
        <Trans>Log in</Trans>
      </LinkButton>
      <p>
        <Link to={paths.passwordRecovery}>
          <Trans>Send it again</Trans>
        </Link>
      </p>
    </>
  )
}
