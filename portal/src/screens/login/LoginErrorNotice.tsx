import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { Link } from '../../ui/Link.tsx'

/** What a log-in shows in its own way: an unconfirmed account gets the way to a new link. */
export function LoginErrorNotice({ error }: { readonly error: FieldError }) {
  if (error.code !== ('ERROR_USER_CONFIRMED' satisfies ErrorCode)) return error.words
  return (
    <>
      <Trans>You must confirm your email address</Trans>{' '}
      <Link to={paths.confirmEmailSend}>
        <Trans>Send a new confirmation link</Trans>
      </Link>
    </>
  )
}
