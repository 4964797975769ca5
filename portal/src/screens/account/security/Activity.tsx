import { Trans } from '@lingui/react/macro'

/** What was done to the account, the newest first. */
export function Activity() {
  return (
    <h1 tabIndex={-1}>
      <Trans>Activity</Trans>
    </h1>
  )
}
