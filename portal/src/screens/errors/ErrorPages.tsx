import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '../../router/router.ts'
import { messageOfLink } from '../../i18n/messageOfLink.ts'
import { RefusalHelp } from '../../forms/submit/RefusalHelp.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { FailurePage } from './FailurePage.tsx'

/** Shows the message of its query, set apart from our own words: another person may have written it. */
export function BadRequestError() {
  const { message: given = '' } = useQuery()
  const { goesBeyondSpecification } = useSettings().rules
  return (
    <FailurePage
      message={messageOfLink(given, goesBeyondSpecification)}
      help={<RefusalHelp error={{ code: given, ...usePortal().pageState.current.lock }} />}
    >
      <Trans>That did not work. Please start again.</Trans>
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
  const { t } = useLingui()
  return <FailurePage>{t`There is nothing at this address.`}</FailurePage>
}
