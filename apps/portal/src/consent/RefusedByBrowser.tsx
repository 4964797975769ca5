import { Trans } from '@lingui/react/macro'
import { consentCookies } from './consentCookies.ts'

/** Says why nobody was asked: the browser has refused, until its visitor chooses otherwise. */
export function RefusedByBrowser() {
  if (!consentCookies.isRefusedByBrowser()) return null
  return (
    <p>
      <Trans>
        Your browser asks sites not to share your data (Global Privacy Control). That counts as a
        refusal here, until you choose otherwise.
      </Trans>
    </p>
  )
}
