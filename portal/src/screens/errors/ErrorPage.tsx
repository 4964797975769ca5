import { Trans } from '@lingui/react/macro'
import { FailurePage } from './FailurePage.tsx'

/** Comes with every page: without a network it could not be fetched. */
export function ErrorPage() {
  return (
    <FailurePage>
      <Trans>We could not reach our servers. Please check your connection and try again.</Trans>
    </FailurePage>
  )
}
