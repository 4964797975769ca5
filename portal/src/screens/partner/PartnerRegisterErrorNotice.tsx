import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { Link } from '../../ui/Link.tsx'

const ofTheProof: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_REGISTER_TOKEN_EMPTY',
  'ERROR_TOKEN_USER_INVALID',
])

/** Shows an expired ticket with a link to the partner for another; other errors as they are. */
export function PartnerRegisterErrorNotice({ error }: { readonly error: FieldError }) {
  if (!ofTheProof.has(error.code)) return error.words
  return (
    <>
      {error.words}{' '}
      <Link to={paths.login}>
        <Trans>Log in again</Trans>
      </Link>
    </>
  )
}
