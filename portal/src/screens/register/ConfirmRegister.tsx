import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Link } from '../../ui/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

export function ConfirmRegister() {
  return (
    <>
      <h1>
        <Trans>Check your mailbox for your confirmation link</Trans>
      </h1>
      <p>
        <Trans>
          The link opens your account. It can take a minute to arrive, or hide in the spam.
        </Trans>
      </p>
      <LinkButton to={paths.login}>
        <Trans>Log in</Trans>
      </LinkButton>
      <p>
        <Link to={paths.confirmEmailSend}>
          <Trans>Send a new confirmation link</Trans>
        </Link>
      </p>
    </>
  )
}
