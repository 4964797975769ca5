import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { LinkButton } from '../../../ui/LinkButton.tsx'

export function UpdateEmailSuccess() {
  return (
    <>
      <h1>
        <Trans>Your email has been successfully updated.</Trans>
      </h1>
      <div>
        <LinkButton to={paths.account}>
          <Trans>Return to my account</Trans>
        </LinkButton>
      </div>
    </>
  )
}
