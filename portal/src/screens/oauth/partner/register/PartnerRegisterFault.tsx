import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/paths'
import type { Fault } from '../../../../forms/placeFaults.ts'
import { Link } from '../../../../ui/Link.tsx'

const ofTheProof: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_REGISTER_TOKEN_EMPTY',
  'ERROR_TOKEN_USER_INVALID',
])

/** What is shown in a way of its own: a proof that is over gets the way to the partner for another. */
export function PartnerRegisterFault({ fault }: { readonly fault: Fault }) {
  if (!ofTheProof.has(fault.code)) return fault.words
  return (
    <>
      {fault.words}{' '}
      <Link to={paths.login}>
        <Trans>Log in again</Trans>
      </Link>
    </>
  )
}
