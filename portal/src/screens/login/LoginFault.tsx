import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/paths'
import type { Fault } from '../../forms/placeFaults.ts'
import { Link } from '../../ui/Link.tsx'

/** What a log-in shows in its own way: an unconfirmed account gets the way to a new link. */
export function LoginFault({ fault }: { readonly fault: Fault }) {
  if (fault.code !== ('ERROR_USER_CONFIRMED' satisfies ErrorCode)) return fault.words
  return (
    <>
      <Trans>You must confirm your email address</Trans>{' '}
      <Link to={paths.confirmEmailSend}>
        <Trans>Send a new confirmation link</Trans>
      </Link>
    </>
  )
}
