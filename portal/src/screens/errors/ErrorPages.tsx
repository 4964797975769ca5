import { Trans } from '@lingui/react/macro'
import { useQuery } from '../../router/router.ts'
import { trustedMessage } from '../../i18n/trustedMessage.ts'
import { usePortal } from '../../context/portal.ts'
import { FailurePage } from './FailurePage.tsx'

/** Shows the message of its query where it is one of ours. */
export function BadRequestError() {
  const { message: reason = '' } = useQuery()
  return (
    <FailurePage>
      {trustedMessage(reason) || <Trans>That did not work. Please start again.</Trans>}
    </FailurePage>
  )
}

export function InternalError() {
  const { requestId } = usePortal().pageState.current
  return (
    <FailurePage>
      <Trans>The fault is ours. Please try again in a moment.</Trans>{' '}
      {requestId !== '' && <Trans>Quote {requestId} when you write to our support.</Trans>}
    </FailurePage>
  )
}

export function NotFoundError() {
  return (
    <FailurePage>
      <Trans>There is nothing at this address.</Trans>
    </FailurePage>
  )
}
