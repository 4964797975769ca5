import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { LinkButton } from '../../../ui/LinkButton.tsx'

export function ConfirmDeletion() {
  return (
    <>
      <h1>
        <Trans>Your account has been successfully deleted.</Trans>
      </h1>
      <p>
        <Trans>Thank you for the time you played with us.</Trans>
      </p>
      <p>
        <LinkButton to={paths.home}>
          <Trans>Return to homepage</Trans>
        </LinkButton>
      </p>
    </>
  )
}
