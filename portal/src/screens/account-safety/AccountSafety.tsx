import { Trans } from '@lingui/react/macro'

/** The link of a mail with which a player gets back into a frozen account. */
export function AccountSafety() {
  return (
    <h1>
      <Trans>Get back into your account</Trans>
    </h1>
  )
}
